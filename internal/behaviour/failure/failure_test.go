package failure

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// A panicPlace is a way for a task to panic under a join, and what else the
// caller's own branch does.
type panicPlace struct {
	name string
	join func(w *skua.Worker, fail func())
}

var panicPlaces = []panicPlace{
	{"first", func(w *skua.Worker, fail func()) {
		skua.Join(w, func(*skua.Worker) { fail() }, kit.Nothing)
	}},
	{"second", func(w *skua.Worker, fail func()) {
		skua.Join(w, kit.Nothing, func(*skua.Worker) { fail() })
	}},
	{"stolen", func(w *skua.Worker, fail func()) {
		kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { fail() })
	}},
	{"stolen late", func(w *skua.Worker, fail func()) { // the caller waits already
		kit.JoinStolen(w, kit.Nothing, func(w *skua.Worker) {
			for range 1000 {
				runtime.Gosched()
			}
			fail()
		})
	}},
	{"three deep", func(w *skua.Worker, fail func()) {
		kit.JoinStolen(w, kit.Nothing, func(w *skua.Worker) {
			skua.Join(w, kit.Nothing, func(w *skua.Worker) {
				kit.JoinStolen(w, kit.Nothing, func(w *skua.Worker) {
					kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { fail() })
				})
			})
		})
	}},
}

// callers are the calls from outside that describe a panic.
var callers = map[string]func(pool *skua.Pool, f func(w *skua.Worker)){
	"Func.On": func(pool *skua.Pool, f func(w *skua.Worker)) {
		skua.NewFunc(func(fr *skua.Frame[int, int], _ int) int {
			skua.Join(fr, f, kit.Nothing)
			return 0
		}).On(pool, 0)
	},
	"Pool.Run": func(pool *skua.Pool, f func(w *skua.Worker)) {
		pool.Run(context.Background(), func(w *skua.Worker) error { f(w); return nil })
	},
	"Join": func(pool *skua.Pool, f func(w *skua.Worker)) { skua.Join(pool, f, kit.Nothing) },
	"Scope.Wait": func(pool *skua.Pool, f func(w *skua.Worker)) {
		s := skua.NewScope(context.Background(), pool)
		s.Go(func(w *skua.Worker) error { f(w); return nil })
		s.Wait()
	},
}

type point struct{ x, y int }

// TestPanic_crosses lets values of all sorts panic in all places, and looks at
// them where a join passes them on and where the caller from outside gets them.
func TestPanic_crosses(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	pointer := &point{1, 2}
	values := []any{"text", 7, point{3, 4}, pointer, errors.New("an error"), []int{1, 2}, map[string]int{"a": 1},
		struct{ v any }{[]int{3}}}
	for caller, call := range callers {
		for _, place := range panicPlaces {
			for _, value := range values {
				t.Run(fmt.Sprintf("%s/%s/%T", caller, place.name, value), func(t *testing.T) {
					var inside any
					e := kit.PanicError(t, func() {
						call(pool, func(w *skua.Worker) {
							defer func() {
								inside = recover()
								panic(inside)
							}()
							place.join(w, func() { kit.TheChildThatPanics(value) })
						})
					})
					if !reflect.DeepEqual(inside, value) || !reflect.DeepEqual(e.Value, value) {
						t.Errorf("the join passed on %v and the caller got %v, want %v", inside, e.Value, value)
					}
					if p, ok := value.(*point); ok && (inside != any(p) || e.Value != any(p)) {
						t.Error("a copy of the value arrived, want the value")
					}
				})
			}
		}
	}
}

// TestPanic_stack wants the stack of the task that panicked, however many
// workers the panic has crossed.
func TestPanic_stack(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	for caller, call := range callers {
		for _, place := range panicPlaces {
			t.Run(caller+"/"+place.name, func(t *testing.T) {
				e := kit.PanicError(t, func() {
					call(pool, func(w *skua.Worker) {
						place.join(w, func() { kit.TheChildThatPanics("x") })
					})
				})
				if !strings.Contains(string(e.Stack), "TheChildThatPanics") {
					t.Errorf("the child's function is not in the stack:\n%s", e.Stack)
				}
				if line := e.Error(); !regexp.MustCompile(`^skua: a task panicked: x \(in kit\.TheChildThatPanics, failure\.go:\d+\)$`).MatchString(line) {
					t.Errorf("Error() = %q, want one line with the value and the function", line)
				}
				if whole := fmt.Sprintf("%+v", e); whole != e.Error()+"\n\n"+string(e.Stack) {
					t.Errorf("%%+v = %q, want the line and the stack", whole)
				}
			})
		}
	}
}

// TestPanic_both lets both branches panic: the caller's own wins, and the other
// has ended too when the caller gets it.
func TestPanic_both(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	for range 100 {
		ended := false
		e := kit.PanicError(t, func() {
			skua.Join(pool, func(w *skua.Worker) {
				kit.JoinStolen(w,
					func(*skua.Worker) { panic("mine") },
					func(*skua.Worker) {
						defer func() { ended = true }()
						for range 10 {
							runtime.Gosched()
						}
						panic("stolen")
					})
			}, kit.Nothing)
		})
		if e.Value != "mine" || !ended {
			t.Fatalf("got %v, stolen branch ended: %v; want mine, true", e.Value, ended)
		}
	}
	kit.WantFull(t, pool)
}

// TestPanic_special looks at the panics that the runtime makes.
func TestPanic_special(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	for _, place := range panicPlaces {
		t.Run(place.name, func(t *testing.T) {
			fail := func(f func()) *skua.PanicError {
				return kit.PanicError(t, func() {
					skua.Join(pool, func(w *skua.Worker) { place.join(w, f) }, kit.Nothing)
				})
			}
			var null *runtime.PanicNilError
			if e := fail(func() { panic(nil) }); !errors.As(e, &null) {
				t.Errorf("panic(nil): got %T, want *runtime.PanicNilError", e.Value)
			}
			var empty []int
			var wrong runtime.Error
			if e := fail(func() { _ = empty[len(empty)] }); !errors.As(e, &wrong) {
				t.Errorf("index out of range: got %T, want a runtime.Error", e.Value)
			}
			inner := &skua.PanicError{Value: "inner"}
			if e := fail(func() { panic(inner) }); e != inner {
				t.Errorf("a *PanicError came out as %#v, want itself", e)
			}
		})
	}
}

// TestPanic_nestedCalls wants a panic described once, by the innermost call from
// outside, when calls from outside are nested.
func TestPanic_nestedCalls(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	for caller, call := range callers {
		t.Run(caller, func(t *testing.T) {
			e := kit.PanicError(t, func() {
				call(pool, func(w *skua.Worker) {
					kit.JoinStolen(w, kit.Nothing, func(w *skua.Worker) {
						call(pool, func(w *skua.Worker) { kit.TheChildThatPanics("deep") })
					})
				})
			})
			if e.Value != "deep" || !strings.Contains(string(e.Stack), "TheChildThatPanics") {
				t.Errorf("got value %v and stack\n%s", e.Value, e.Stack)
			}
		})
	}
}
