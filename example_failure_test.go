package skua_test

import (
	"errors"
	"fmt"
	"io/fs"
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

func ExamplePanicError_Error() {
	err := skua.Try(skua.Default(), func() { panic("out of cheese") })
	line, _, _ := strings.Cut(err.Error(), "\n")
	fmt.Println(line)
	// Output: skua: a task panicked: out of cheese
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
