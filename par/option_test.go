package par_test

import (
	"strings"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

func TestOptions_bad(t *testing.T) {
	for name, f := range map[string]func() par.Option{
		"par: Grain(0): ":       func() par.Option { return par.Grain(0) },
		"par: Grain(-7): ":      func() par.Option { return par.Grain(-7) },
		"par: MaxWorkers(0): ":  func() par.Option { return par.MaxWorkers(0) },
		"par: MaxWorkers(-1): ": func() par.Option { return par.MaxWorkers(-1) },
		"par: On(nil): ":        func() par.Option { return par.On(nil) },
		"par: On(nil): a call":  func() par.Option { return par.On((*skua.Pool)(nil)) },
		"par: On(nil): a ca":    func() par.Option { return par.On((*skua.Worker)(nil)) },
	} {
		v, _ := expect.Recovered(func() { f() }).(string)
		if !strings.HasPrefix(v, name) {
			t.Errorf("recovered %q, want it to begin with %q", v, name)
		}
	}
}

func TestOptions_laterCounts(t *testing.T) {
	calls := 0
	par.ForRange(0, 10, func(lo, hi int) { calls++ }, par.Grain(1), par.Sequential(), par.Grain(5))
	if calls != 2 {
		t.Errorf("Grain(1), Grain(5): %d blocks of 10, want 2", calls)
	}
}
