package stealhalf

import (
	"testing"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestNonBlocking_verdict wants the verdict to follow from the samples.
func TestNonBlocking_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for i := range 100 {
				for _, d := range stallDeques {
					row := lab.Row{"deque": d.name, "lock": !d.free, "round": 0, "who": "owner", "ms": 2 + float64(i), "begun": 100, "ended": 99}
					if !d.free && i%4 == 0 {
						row["begun"], row["ended"] = 3, 0
					}
					rows = append(rows, row)
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"a deque that blocks without a lock":          stopped("stealhalf"),
			"one that blocks while many items are stolen": stopped("stealhalf many"),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"a lock that blocks nobody":     trial.Set("ended", func(float64) float64 { return 7 }, lab.Row{"deque": "locked"}),
			"nothing that blocks":           trial.Set("ended", func(float64) float64 { return 7 }, nil),
			"others that have no processor": trial.Set("begun", trial.Times(0), nil),
		},
	}.Check(t, NonBlocking)
}

// stopped has no steal end in a third of the pauses of a deque.
func stopped(name string) func(lab.Row) lab.Row {
	return func(r lab.Row) lab.Row {
		if r["deque"] == name && r["ms"].(float64) < 40 {
			r["ended"] = 0
		}
		return r
	}
}

// TestNonBlocking_stalls wants of a pause what the others did in it, and not before
// or after it.
func TestNonBlocking_stalls(t *testing.T) {
	begin := time.Now()
	owner, thief := newProcess(begin, time.Second), newProcess(begin, time.Second)
	owner.paused = []pause{{10 * stallBucket, 20 * stallBucket}, {30 * stallBucket, 40 * stallBucket}}
	owner.log(owner.ended, 15*stallBucket, 1000)
	for at, n := range map[time.Duration]uint32{10: 1, 11: 2, 19: 4, 20: 8, 35: 16} {
		thief.log(thief.begun, at*stallBucket, n)
	}
	thief.log(thief.ended, 12*stallBucket, 6)
	rows := stalls([]*process{owner, thief}, 100*stallBucket)
	if len(rows) != 2 || rows[0]["begun"] != 6 || rows[0]["ended"] != 6 || rows[1]["begun"] != 16 || rows[1]["ended"] != 0 || rows[0]["who"] != "owner" {
		t.Errorf("pauses %v, want 6 begun and ended in the first, and 16 and 0 in the second", rows)
	}
	if n := len(stalls([]*process{owner, thief}, 25*stallBucket)); n != 1 {
		t.Errorf("%d pauses before the end, want 1", n)
	}
	buckets := time.Duration(len(owner.begun))
	owner.paused = append(owner.paused, pause{(buckets - 5) * stallBucket, (buckets + 5) * stallBucket})
	if n := len(stalls([]*process{owner, thief}, 2*buckets*stallBucket)); n != 2 {
		t.Errorf("%d pauses of which there is a log, want 2", n)
	}
}

// TestNonBlocking_run runs the processes at each deque, to their end.
func TestNonBlocking_run(t *testing.T) {
	res := trial.Run(t, NonBlocking, map[string][]int{"rounds": {1}, "time": {60}, "pause": {1}})
	if n := res.Cases; n != len(stallDeques) {
		t.Errorf("%d cases, want %d", n, len(stallDeques))
	}
}
