package deque

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// fillSplit pushes the numbers from 1 to n.
func fillSplit(d *Split[int], n int) {
	for k := 1; k <= n; k++ {
		d.Push(&k)
	}
}

// drainSplit pops until the deque is empty.
func drainSplit(t *testing.T, d *Split[int]) (got []int) {
	t.Helper()
	for {
		x, outcome := d.Pop()
		switch outcome {
		case Empty:
			return got
		case Lost:
			t.Fatal("Pop of a Split lost a race")
		}
		got = append(got, *x)
	}
}

func wantItems(t *testing.T, what string, got, want []int) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Fatalf("%s: %v, want %v", what, got, want)
	}
}

// clearedSplit complains of a slot that holds something, of an empty deque.
func clearedSplit(t *testing.T, d *Split[int]) {
	t.Helper()
	for k, x := range d.ring {
		if x != nil {
			t.Fatalf("private slot %d still holds %d", k, *x)
		}
	}
	for k := range d.public {
		if x := d.public[k].Load(); x != nil {
			t.Fatalf("public slot %d still holds %d", k, *x)
		}
	}
}

// splitAt returns a deque whose next public index is i, and whose private ones
// are about to overflow.
func splitAt[T any](i int64) *Split[T] {
	d := &Split[T]{ring: make([]*T, minPrivate), head: math.MaxUint - 5, tail: math.MaxUint - 5, end: i, kept: i}
	d.top.Store(i)
	d.bottom.Store(i)
	return d
}

// TestSplit_poppedPublicItemIsGone: an item popped from the public part must not
// be seen as a private one as well.
func TestSplit_poppedPublicItemIsGone(t *testing.T) {
	var d Split[int]
	fillSplit(&d, 2)
	d.Expose(1)
	d.Expose(1)
	wantItems(t, "popped", drainSplit(t, &d), []int{2, 1})
	clearedSplit(t, &d)
}

// TestSplit_requests: asked for by an Empty, served by Poll, once each; what
// comes while nothing is private stands until there is something.
func TestSplit_requests(t *testing.T) {
	var d Split[int]
	steal := func(want int) {
		t.Helper()
		x, outcome := d.Steal()
		if want == 0 && outcome == Empty || outcome == Got && *x == want {
			return
		}
		t.Fatalf("stole %v, %v, want %d", x, outcome, want)
	}
	poll := func(want int, standing bool) {
		t.Helper()
		if n := d.Poll(); n != want || d.Requested() != standing {
			t.Fatalf("polled %d, request standing %v; want %d, %v", n, d.Requested(), want, standing)
		}
	}
	poll(0, false)
	steal(0)
	steal(0)
	poll(0, true)
	fillSplit(&d, 3)
	steal(0)
	poll(1, false)
	poll(0, false)
	steal(1)
	poll(0, false)
	steal(0)
	poll(1, false)
	if d.Len() != 1 || d.Private() != 1 {
		t.Fatalf("%d public, %d private; want 1, 1", d.Len(), d.Private())
	}
	wantItems(t, "popped", drainSplit(t, &d), []int{3, 2})
	clearedSplit(t, &d)
}

// TestSplit_amount wants one or half of the private items for each request, the
// oldest, and not more than fit.
func TestSplit_amount(t *testing.T) {
	for _, half := range []bool{false, true} {
		for n := range 3 * publicSlots {
			d := NewSplit[int](half)
			fillSplit(d, n)
			d.Steal()
			public := min(n, 1)
			if half {
				public = min((n+1)/2, publicSlots)
			}
			if got := d.Poll(); got != public || d.Len() != public || d.Private() != n-public {
				t.Fatalf("half %v, %d items: exposed %d; %d public, %d private", half, n, got, d.Len(), d.Private())
			}
			for k := 1; k <= public; k++ {
				if x, outcome := d.Steal(); outcome != Got || *x != k {
					t.Fatalf("half %v, %d items: stole %v, %v, want %d", half, n, x, outcome, k)
				}
			}
			if left := drainSplit(t, d); len(left) != n-public {
				t.Fatalf("half %v, %d items: %v left after %d were stolen", half, n, left, public)
			}
			clearedSplit(t, d)
		}
	}
}

// TestSplit_fullPublicPart wants an exposure beyond the last slot to do nothing.
func TestSplit_fullPublicPart(t *testing.T) {
	var d Split[int]
	fillSplit(&d, publicSlots+2)
	if n := d.Expose(publicSlots + 1); n != publicSlots {
		t.Fatalf("exposed %d, want %d", n, publicSlots)
	}
	if n := d.Expose(1); n != 0 || d.Len() != publicSlots || d.Private() != 2 {
		t.Fatalf("exposed %d more; %d public, %d private", n, d.Len(), d.Private())
	}
	for k := 1; k <= publicSlots; k++ {
		if x, _ := d.Steal(); *x != k {
			t.Fatalf("stole %d, want %d", *x, k)
		}
		if k == 1 && d.Expose(5) != 1 {
			t.Fatal("one slot was free, and not used")
		}
	}
	wantItems(t, "popped", drainSplit(t, &d), []int{publicSlots + 2, publicSlots + 1})
	if n := d.Expose(-1); n != 0 {
		t.Fatalf("exposed %d for less than nothing", n)
	}
}

// TestSplit_growth grows the private ring from each position of its oldest item.
func TestSplit_growth(t *testing.T) {
	for gone := range minPrivate + 1 {
		var d Split[int]
		fillSplit(&d, gone)
		d.Expose(gone)
		for range gone {
			d.Steal()
		}
		fillSplit(&d, 5*minPrivate)
		var all []int
		for k := 5 * minPrivate; k > 0; k-- {
			all = append(all, k)
		}
		wantItems(t, "popped", drainSplit(t, &d), all)
		clearedSplit(t, &d)
		if size := len(d.ring); size != 8*minPrivate {
			t.Fatalf("%d slots for %d items", size, 5*minPrivate)
		}
	}
}

// TestSplit_wrapAround starts the indices just below their overflow, and goes
// round the rings by stealing and by popping.
func TestSplit_wrapAround(t *testing.T) {
	for _, live := range []int{1, 2, 16} {
		d := splitAt[int](math.MaxInt64 - 20)
		next := 1
		for k := range 100 {
			d.Push(&k)
			if d.Expose(1) != 1 {
				t.Fatalf("%d public items, and nothing exposed", d.Len())
			}
			if d.Len() < live {
				continue
			}
			if x, outcome := d.Steal(); outcome != Got || *x != k-live+1 {
				t.Fatalf("stole %v, %v, want %d", x, outcome, k-live+1)
			}
			next = k
		}
		if got := drainSplit(t, d); len(got) != live-1 || live > 1 && got[0] != next {
			t.Fatalf("popped %v, want %d items from %d down", got, live-1, next)
		}
		clearedSplit(t, d)
	}
}

// TestSplit_stampede lets thieves loose on an owner that polls: each item comes
// out once, and each thief's in order.
func TestSplit_stampede(t *testing.T) {
	const items, thieves = 50_000, 4
	for _, half := range []bool{false, true} {
		d := NewSplit[int](half)
		var over atomic.Bool
		var stolen [thieves][]int
		var wg sync.WaitGroup
		for id := range thieves {
			wg.Go(func() {
				for last := false; ; {
					if x, outcome := d.Steal(); outcome == Got {
						stolen[id] = append(stolen[id], *x)
					} else if outcome == Empty && last {
						return
					} else {
						runtime.Gosched()
					}
					last = over.Load()
				}
			})
		}
		var popped []int
		for k := range items {
			d.Push(&k)
			d.Poll()
			if k%3 == 0 {
				if x, outcome := d.Pop(); outcome == Got {
					popped = append(popped, *x)
				}
			}
		}
		popped = append(popped, drainSplit(t, d)...)
		over.Store(true)
		wg.Wait()
		all := popped
		for _, s := range stolen {
			if !slices.IsSorted(s) {
				t.Error("a thief got a younger item before an older one")
			}
			all = append(all, s...)
		}
		slices.Sort(all)
		if len(all) != items || len(slices.Compact(all)) != items {
			t.Fatalf("half %v: %d items came out, want each of %d once", half, len(all), items)
		}
		drainSplit(t, d)
		clearedSplit(t, d)
	}
}

// TestSplit_pushAndPopArePlain reads the source: Push, Pop and what they call for
// a private item name no word that thieves see. TestSplit_disassembly looks at
// what the compiler made of them.
func TestSplit_pushAndPopArePlain(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "split.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || !slices.Contains([]string{"Push", "Pop", "grow", "first", "Private"}, f.Name.Name) {
			continue
		}
		seen++
		ast.Inspect(f.Body, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			private := []string{"ring", "head", "tail", "grow", "first", "popPublic", "Enabled"} // the last is a constant
			if ok && !slices.Contains(private, s.Sel.Name) {
				t.Errorf("%s uses %s, which is not private to the owner", f.Name.Name, s.Sel.Name)
			}
			return true
		})
	}
	if seen != 5 {
		t.Errorf("looked at %d functions, want 5", seen)
	}
}
