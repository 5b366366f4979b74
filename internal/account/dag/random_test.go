package dag

import (
	"math/rand/v2"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// wantFinite fails if an item or a sequence is inside itself.
func wantFinite(t *testing.T, seed uint64, d *Dag, seqs []*Seq) {
	t.Helper()
	const open, done = 1, 2
	state := map[*Seq]int{}
	var visit func(s *Seq)
	visit = func(s *Seq) {
		if s == nil || s.into != nil || state[s] == done {
			return
		}
		if state[s] == open {
			t.Fatalf("seed %d: a sequence is inside itself", seed)
		}
		state[s] = open
		for _, st := range s.steps {
			if st.it != nil {
				visit(st.it.first)
				visit(st.it.second)
			}
		}
		state[s] = done
	}
	visit(d.root)
	for _, s := range seqs {
		visit(s)
	}
}

// tasksOf is a task that runs, and what its group is.
type tasksOf struct {
	group *Item
	seq   *Seq
}

// D1: whatever stale items and sequences are used, nothing is inside itself, and a report ends.
func TestDag_stale(t *testing.T) {
	for seed := range uint64(expect.Size(100, 300, 1500)) {
		random := rand.New(rand.NewPCG(seed, 2))
		d := newDag()
		d.most = 40
		seqs, items, tasks := []*Seq{d.Root()}, []*Item{}, []tasksOf{}
		seq := func() *Seq { return seqs[max(0, len(seqs)-1-random.IntN(12)%len(seqs))] }
		for range 3000 {
			s, site := seq(), random.IntN(5)
			if random.IntN(50+400*int(seed%3)) == 0 {
				d.prune()
				d.least &= 1<<16 - 1
			}
			switch random.IntN(9) {
			case 0:
				it := s.Fork(d, site)
				items, seqs = append(items, it), append(seqs, it.First(), it.Branch())
			case 1:
				it := s.Call(d, site)
				items, seqs = append(items, it), append(seqs, it.First())
			case 2:
				it := s.Loop(d, site, random.Int64N(9))
				items, seqs = append(items, it), append(seqs, it.First())
			case 3:
				g := s.Tasks(d, site, random.Uint64N(4))
				if random.IntN(2) == 0 {
					g = s.TasksBefore(d, site, random.Uint64N(4))
				}
				for range random.IntN(4) {
					in := s.Inside(d)
					tasks, seqs = append(tasks, tasksOf{g, in}), append(seqs, in)
				}
			case 4, 5:
				if n := len(tasks); n > 0 {
					k := n - 1 - random.IntN(min(n, 6))
					tasks[k].group.Task(d, site, tasks[k].seq)
					tasks = append(tasks[:k], tasks[k+1:]...)
				}
			case 6:
				if n := len(items); n > 0 {
					k := n - 1 - random.IntN(min(n, 6))
					items[k].Close(d, seq())
					items = append(items[:k], items[k+1:]...)
				}
			case 7:
				s.Gather(d, random.Uint64N(4))
			case 8:
				s.Run(d, site, random.Int64N(60_000))
			}
		}
		wantFinite(t, seed, d, seqs)
		if r := d.Report(); r.Seconds < 0 {
			t.Fatalf("seed %d: %v s", seed, r.Seconds)
		}
	}
}
