package bound

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// TestShard notes and takes back at random, against a plain map.
func TestShard(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	var b shard[int]
	want := map[uintptr][]*Note[int]{} // by name, the innermost last
	n := 0
	for step := range 20_000 {
		name := 0xc0000000 + 0x180*uintptr(random.IntN(200))
		grows := step/2000%2 == 0
		if have := want[name]; random.IntN(3) == 0 != grows || n == 0 {
			w := new(Note[int])
			w.name = name
			b.add(w)
			want[name] = append(have, w)
			n++
		} else if len(have) > 0 {
			b.remove(have[len(have)-1])
			want[name] = have[:len(have)-1]
			n--
		}
		have := want[name]
		w := b.first(name)
		for k := len(have) - 1; k >= 0; k-- {
			if w != have[k] {
				t.Fatalf("step %d: worker %d of %d is another (seed %d)", step, k, len(have), seed)
			}
			w = w.next.named(name)
		}
		if w != nil || int(b.n.Load()) != n || len(b.lists) < n || len(b.lists) > max(fewLists, 8*n) {
			t.Fatalf("step %d: %d workers in %d lists, want %d (seed %d)", step, b.n.Load(), len(b.lists), n, seed)
		}
	}
}

// TestTable notes and takes back at random, for more names than there are slots, against a plain map.
func TestTable(t *testing.T) {
	const seed = 2
	random := rand.New(rand.NewPCG(seed, 0))
	var table Table[int]
	want := map[uintptr][]*Note[int]{} // by name, the innermost last
	all, under := 0, false
	for step := range 50_000 {
		name := 0xc0000000 + 0x180*uintptr(random.IntN(2*slots))
		have := want[name]
		if grows := step/5000%2 == 0; random.IntN(3) == 0 != grows {
			w, e := new(int), new(Note[int])
			if around := table.bind(name, w, e); len(have) > 0 && around != have[len(have)-1].worker || len(have) == 0 && around != nil {
				t.Fatalf("step %d: another worker is around that of name %x (seed %d)", step, name, seed)
			}
			want[name] = append(have, e)
			all++
			under = under || len(have) > 0 && table.shard(name).first(name) == have[0] && table.slot(name).of(name) == e
		} else if len(have) > 0 {
			table.unbind(name, have[len(have)-1])
			want[name] = have[:len(have)-1]
			all--
		}
		have = want[name]
		if e := table.find(name); len(have) > 0 && e != have[len(have)-1] || len(have) == 0 && e != nil {
			t.Fatalf("step %d: name %x has another innermost worker (seed %d)", step, name, seed)
		}
		if n, _ := table.Size(); n != all {
			t.Fatalf("step %d: %d workers, want %d (seed %d)", step, n, all, seed)
		}
	}
	if !under {
		t.Error("no goroutine had one worker in its slot, and the one around it in a shard")
	}
	for name, have := range want {
		for len(have) > 0 {
			table.unbind(name, have[len(have)-1])
			have = have[:len(have)-1]
		}
	}
	if n, small := table.Size(); n != 0 || !small {
		t.Errorf("%d workers are left, small: %v", n, small)
	}
}

// TestTable_goroutines binds workers on many goroutines at a time, one inside the other.
func TestTable_goroutines(t *testing.T) {
	var table Table[int]
	want := func(when string, want *int) {
		if got := table.Innermost(); got != want {
			t.Errorf("%s: got %v, want %v", when, got, want)
		}
	}
	var bound, ended sync.WaitGroup
	bound.Add(2 * slots)
	for range 2 * slots {
		ended.Go(func() {
			var notes [3]Note[int]
			var workers [3]int
			want("outside", nil)
			for k := range notes {
				table.Bind(&workers[k], &notes[k])
				want("inside", &workers[k])
				if k == 0 {
					bound.Done()
					bound.Wait()
				}
			}
			for k := len(notes) - 1; k >= 0; k-- {
				want("still inside", &workers[k])
				table.Unbind(&notes[k])
				table.Unbind(&notes[k]) // does nothing
			}
			want("outside again", nil)
		})
	}
	ended.Wait()
	if n, small := table.Size(); n != 0 || !small {
		t.Errorf("%d workers are left, small: %v", n, small)
	}
}
