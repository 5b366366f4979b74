package misuse

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestConfig_bad wants ErrConfig, and what is allowed in its text.
func TestConfig_bad(t *testing.T) {
	for _, c := range []struct {
		option skua.Option
		says   []string
	}{
		{skua.WithWorkers(-1), []string{"-1", "0 to 1024"}},
		{skua.WithWorkers(1025), []string{"1025", "0 to 1024"}},
		{skua.WithWatchdog(-1), []string{"watchdog", "-1ns", "negative"}},
		{skua.Config{Workers: 1, Guests: -1}, []string{"-1 guests"}},
	} {
		pool, err := skua.New(c.option)
		if pool != nil || !errors.Is(err, skua.ErrConfig) {
			t.Errorf("New returned %v, %v, want ErrConfig", pool, err)
			continue
		}
		for _, text := range c.says {
			if !strings.Contains(err.Error(), text) {
				t.Errorf("%q does not say %q", err, text)
			}
		}
	}
	pool := kit.NewPool(t, 1)
	for _, n := range []int{0, -3, 1025} {
		err := pool.Resize(n)
		if !errors.Is(err, skua.ErrConfig) || !strings.Contains(err.Error(), "1 to 1024") {
			t.Errorf("Resize(%d) returned %v, want ErrConfig and what is allowed", n, err)
		}
	}
	if n := pool.Stats().Workers; n != 1 {
		t.Errorf("%d workers after a Resize that failed, want 1", n)
	}
}

// TestConfig_good wants options applied in order.
func TestConfig_good(t *testing.T) {
	pool, err := skua.New(skua.Config{Workers: 7}, skua.WithWorkers(2), skua.WithWatchdog(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if n := pool.Stats().Workers; n != 2 {
		t.Errorf("%d workers, want 2 of the last option", n)
	}
}

// TestMisuse wants a panic that names the package, and the pool usable after.
func TestMisuse(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 1)
	keepFrame := func() (kept *skua.Frame[int, int]) {
		//skua:allow escape that is the misuse
		skua.NewFunc(func(f *skua.Frame[int, int], _ int) int { kept = f; return 0 }).On(pool, 0)
		return kept
	}
	for name, f := range map[string]func(){
		"body nil":            func() { skua.NewFunc[int, int](nil) },
		"Each, wrong lengths": func() { skua.NewFunc(each).On(pool, 3) },
		"frame kept, Fork":    func() { keepFrame().Fork(1) }, //skua:allow fork that is the misuse
		"frame kept, Both":    func() { keepFrame().Both(1, 2) },
		"frame kept, Join":    func() { skua.Join(keepFrame(), kit.Nothing, kit.Nothing) },
	} {
		v := expect.Recovered(f)
		if e, ok := v.(*skua.PanicError); ok {
			v = e.Value
		}
		if !strings.HasPrefix(fmt.Sprint(v), "skua: ") {
			t.Errorf("%s: recovered %v, want a message that begins with the package's name", name, v)
		}
		kit.WantFib(t, pool, 10)
	}
	if err := pool.Run(context.Background(), func(w *skua.Worker) error { return nil }); err != nil {
		t.Error("Run:", err)
	}
}

func each(f *skua.Frame[int, int], n int) int {
	f.Each(make([]int, n), make([]int, n-1))
	return 0
}

// TestEach runs one to many bodies, and none.
func TestEach(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	fn := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
		if n < 0 {
			return -n
		}
		args, res := make([]int, n), make([]int, n)
		for k := range args {
			args[k] = -k - 1
		}
		f.Each(args, res)
		for k, r := range res {
			if r != k+1 {
				t.Errorf("n=%d: result %d is %d, want %d", n, k, r, k+1)
			}
		}
		return n
	})
	for _, workers := range []int{1, 2, 4} {
		pool := kit.NewPool(t, workers)
		for _, n := range []int{0, 1, 2, 3, 100, 2000} {
			fn.On(pool, n)
		}
	}
}
