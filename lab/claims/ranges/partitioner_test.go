package ranges

import (
	"iter"
	"slices"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestPartitioner_verdict wants the verdict to follow from the samples.
func TestPartitioner_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for sample := range 21 {
				noise := 1 + float64(sample-10)/1000
				for _, s := range shapes {
					for _, p := range append(slices.Clone(standardPartitions), "stealing", "par.For") {
						row := lab.Row{"shape": s.name, "partition": p, "sample": sample, "workers": 2, "had": 0.97, "time_ms": 1.02 * noise, "ideal_ms": 1.0}
						if s.name == p+"'s first" {
							row["time_ms"] = 2 * noise
						}
						if p == "stealing" {
							row["steals"] = 4 + sample%3
						}
						rows = append(rows, row)
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"stealing that is slow on random work":    trial.Set("time_ms", trial.Times(1.2), lab.Row{"shape": "random", "partition": "stealing"}),
			"stealing with a bad case":                trial.Set("time_ms", trial.Times(1.5), lab.Row{"shape": "power law", "partition": "stealing"}),
			"a static partition without a bad case":   trial.Set("time_ms", trial.Times(0.5), lab.Row{"shape": "static's first", "partition": "static"}),
			"a dynamic partition without a bad case":  trial.Set("time_ms", trial.Times(0.5), lab.Row{"shape": "dynamic's first", "partition": "dynamic"}),
			"guided chunks that become small at once": trial.Set("time_ms", trial.Times(0.5), lab.Row{"shape": "guided's first", "partition": "guided"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"a busy machine": trial.Set("had", trial.Times(0.6), nil),
			"one processor":  trial.Set("workers", trial.Times(0.5), nil),
			"random work that just misses": func(r lab.Row) lab.Row {
				if r["shape"] == "random" && r["partition"] == "stealing" {
					r["time_ms"] = 1.02 * (1.101 + (r["sample"].(float64)-10)/100)
				}
				return r
			},
			"no stealing": func(r lab.Row) lab.Row {
				if r["partition"] == "stealing" {
					return nil
				}
				return r
			},
		},
	}.Check(t, Partitioner)
}

// TestPartitioner_run takes a few samples of each partition with each shape.
func TestPartitioner_run(t *testing.T) {
	res := trial.Run(t, Partitioner, map[string][]int{"samples": {3}, "indices": {1000}})
	for _, s := range shapes {
		rows := res.Table.Where("shape", s.name)
		if n := len(rows.Rows); n != 3*5 || slices.Min(rows.Floats("time_to_ideal")) <= 0 {
			t.Errorf("%s: %d samples %v", s.name, n, rows.Rows)
		}
		if n := len(rows.Where("partition", "stealing").Floats("steals")); n != 3 {
			t.Errorf("%s: %d numbers of steals, want 3", s.name, n)
		}
	}
}

// TestPartitionLoop_spread wants an index that does not follow the one before to
// count as a steal, and the first of a part not to.
func TestPartitionLoop_spread(t *testing.T) {
	l := &loop{make([]int, 10), 2}
	parts := [][]int{{0, 1, 2, 8, 9, 3}, {5, 6, 7, 4}}
	if n := l.spread(func(k int) iter.Seq[int] { return slices.Values(parts[k]) }); n != 3 {
		t.Errorf("%d steals in %v, want 3", n, parts)
	}
}

// TestPartitionShapes wants the same work in every shape, and each standard
// partition's worst case to lie in one chunk.
func TestPartitionShapes(t *testing.T) {
	const n, workers = 4000, 2
	firsts := map[string]int{"static's first": n / workers, "guided's first": n / workers / 2, "dynamic's first": chunkSize(n)}
	for _, s := range shapes {
		l := newLoop(s, n, workers, (&lab.Runner{Seed: 1}).Rand(lab.Row{"shape": s.name}))
		total, last := 0, 0
		for i, steps := range l.steps {
			total += steps
			if steps > 0 {
				last = i
			}
		}
		if total < 998*n || total > 1000*n {
			t.Errorf("%s: %d steps in all, want about %d", s.name, total, 1000*n)
		}
		if want, ok := firsts[s.name]; ok && last != want-1 {
			t.Errorf("%s: the last index with work is %d, want %d", s.name, last, want-1)
		}
	}
}
