package call

import (
	"testing"

	"github.com/skua-go/skua"
)

// TestCrew: a call has as many workers as the pool on which it runs, wherever it is made, and
// however many processors there are.
func TestCrew(t *testing.T) {
	const workers = 7
	pool, err := skua.New(skua.WithWorkers(workers))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	want := func(where string, n int, at skua.Place) {
		if got := (Settings{Place: at}).Crew(); got != n {
			t.Errorf("%s: %d workers, want %d", where, got, n)
		}
	}
	want("pool", workers, pool)
	want("no place, in no task", skua.Default().Workers(), nil)
	want("here, in no task", skua.Default().Workers(), skua.Here())
	skua.Join(pool, func(w *skua.Worker) {
		want("worker", workers, w)
		want("no place", workers, nil)
		want("here", workers, skua.Here())
		want("the default pool", skua.Default().Workers(), skua.Default())
	}, func(*skua.Worker) {})
	skua.NewFunc(func(f *skua.Frame[int, int], _ int) int {
		want("frame", workers, f)
		return 0
	}).On(pool, 0)
	if got := (Settings{Place: pool, Workers: 3}).Crew(); got != 3 {
		t.Errorf("MaxWorkers: %d workers, want 3", got)
	}
}
