package failure

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// crashes are ways for a task's panic to end the process. The task runs on another
// goroutine than the one that the panic comes out of.
var crashes = map[string]func(pool *skua.Pool){
	"uncaught": panicStolen,
	"thrown again": func(pool *skua.Pool) {
		defer func() { panic(recover()) }()
		panicStolen(pool)
	},
	"on another goroutine": func(pool *skua.Pool) {
		v := expect.Recovered(func() { panicStolen(pool) })
		go func() { panic(v) }()
		select {}
	},
}

func panicStolen(pool *skua.Pool) {
	skua.Join(pool, func(w *skua.Worker) {
		kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { kit.TheChildThatPanics("out of cheese") })
	}, kit.Nothing)
}

// TestPanicError_crash lets a task's panic end a process, and wants the value, and the
// stack of the task, in what the runtime prints.
func TestPanicError_crash(t *testing.T) {
	const child = "SKUA_TEST_CRASH"
	if kind := os.Getenv(child); kind != "" {
		pool := kit.NewPool(t, 2)
		go crashes[kind](pool)
		select {}
	}
	defer expect.Within(t, time.Minute)()
	for kind := range crashes {
		cmd := expect.Again(t)
		cmd.Env = append(os.Environ(), child+"="+kind)
		out, err := cmd.CombinedOutput()
		_, stack, found := strings.Cut(string(out), "panic: skua: a task panicked: out of cheese (in kit.TheChildThatPanics, failure.go:")
		if err == nil || !found || !strings.Contains(stack, "kit.TheChildThatPanics(") {
			t.Errorf("%s: the process ended by %v and printed this, want the value and the stack of the task:\n%s", kind, err, out)
		}
	}
}

// TestPanicError_verbs wants one line from all but %+v and %#v.
func TestPanicError_verbs(t *testing.T) {
	e := &skua.PanicError{Value: "x", Stack: []byte("goroutine 1 [running]:\npanic({0x1, 0x2})\n\t/go/panic.go:1 +0x1\n" +
		"runtime.sigpanic()\n\t/go/signal.go:2 +0x1\ngithub.com/skua-go/skua.(*Frame[...]).Each(0x1)\n\t/skua/frame.go:3 +0x1\n" +
		"example.org/a.b/walk.(*T[...]).step.func1({0x1, 0x2}, ...)\n\t/src/walk/step.go:4 +0x1\nmain.main()\n\t/src/main.go:5 +0x1\n")}
	const line = "skua: a task panicked: x (in walk.(*T[...]).step.func1, step.go:4)"
	for verb, want := range map[string]string{
		"%v": line, "%s": line, "%q": `"` + line + `"`, "%80s": strings.Repeat(" ", 80-len(line)) + line,
		"%+v": line + "\n\n" + string(e.Stack), "%d": "%!d(string=" + line + ")",
	} {
		if got := fmt.Sprintf(verb, e); got != want {
			t.Errorf("%s: %q, want %q", verb, got, want)
		}
	}
	if got := fmt.Sprintf("%#v", e); !strings.HasPrefix(got, `&skua.plain{Value:"x", Stack:[]uint8{`) {
		t.Errorf("%%#v: %q", got)
	}
	if got, err := json.Marshal(e); string(got) != `"`+line+`"` || err != nil {
		t.Errorf("JSON: %s, %v", got, err)
	}
	for _, stack := range []string{"", "goroutine 1 [running]:", "\npanic(", "\npanic(1)\n\tfile\nf", "\npanic(1)\n\tfile\nf\n\tfile", "\npanic(1)\n\tfile\nruntime.x()\n\tfile\n"} {
		if got := (&skua.PanicError{Value: "x", Stack: []byte(stack)}).Error(); got != "skua: a task panicked: x" {
			t.Errorf("with the stack %q: %q, want no place", stack, got)
		}
	}
	if got := fmt.Sprint((*skua.PanicError)(nil)); got != "<nil>" {
		t.Errorf("nil: %q", got)
	}
}
