package skua_test

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"

	"github.com/skua-go/skua"
)

func brokenTask(*skua.Worker) { panic("out of cheese") }

// A panic in any task comes out where the call was made from outside, with the
// stack of the task.
func ExamplePanicError() {
	defer func() {
		e := recover().(*skua.PanicError)
		fmt.Println(e.Value)
		fmt.Println(strings.Contains(string(e.Stack), "brokenTask"))
	}()
	skua.Join(skua.Default(), brokenTask, func(*skua.Worker) {})
	// Output:
	// out of cheese
	// true
}

// A package calls a user's function in its own caller, and its panic looks as if it came
// out of a pool.
func ExampleNewPanicError() {
	first := func(f func()) {
		defer func() {
			if err := skua.NewPanicError(recover()); err != nil {
				panic(err)
			}
		}()
		f()
	}
	defer func() {
		e := recover().(*skua.PanicError)
		fmt.Println(e.Value, strings.Contains(string(e.Stack), "brokenTask"))
	}()
	first(func() { brokenTask(nil) })
	// Output: out of cheese true
}

func ExamplePanicError_Error() {
	err := skua.Try(skua.Default(), func() { panic("out of cheese") })
	line, place, _ := strings.Cut(err.Error(), " (in ")
	fmt.Println(line)
	fmt.Println(strings.HasPrefix(place, "skua_test.ExamplePanicError_Error"), strings.Contains(place, "example_failure_test.go:"))
	// Output:
	// skua: a task panicked: out of cheese
	// true true
}

// %v is one line, and %+v has the stack of the task as well.
func ExamplePanicError_Format() {
	err := skua.Try(skua.Default(), func() { panic("out of cheese") })
	fmt.Println(strings.Count(fmt.Sprintf("%v", err), "\n"))
	fmt.Println(strings.Contains(fmt.Sprintf("%+v", err), "goroutine"))
	// Output:
	// 0
	// true
}

// Package slog logs a PanicError as one line.
func ExamplePanicError_MarshalText() {
	err := skua.Try(skua.Default(), func() { panic("out of cheese") })
	var out strings.Builder
	slog.New(slog.NewTextHandler(&out, nil)).Error("no breakfast", "err", err)
	fmt.Println(strings.Count(out.String(), "\n"), strings.Contains(out.String(), "goroutine"))
	// Output: 1 false
}

// A panic with an error can be asked what it is.
func ExamplePanicError_Unwrap() {
	err := skua.Try(skua.Default(), func() { panic(fs.ErrNotExist) })
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	// Output: true
}

// A task that survives the panics of what it forks recovers with Try: when it
// returns, nothing of that runs any more.
func ExampleTry() {
	skua.Join(skua.Default(), func(w *skua.Worker) {
		err := skua.Try(w, func() {
			skua.Join(w, brokenTask, func(*skua.Worker) {})
		})
		fmt.Println(err.(*skua.PanicError).Value)
	}, func(*skua.Worker) {})
	// Output: out of cheese
}
