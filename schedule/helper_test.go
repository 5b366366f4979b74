package schedule_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/schedule"
)

// recorder is a test that Explore is to fail: it keeps what Explore says.
type recorder struct {
	said   string
	failed bool
}

func (r *recorder) Helper()      {}
func (r *recorder) Name() string { return "TestOf" }
func (r *recorder) Logf(format string, args ...any) {
	r.said += fmt.Sprintf(format, args...)
}
func (r *recorder) Fatalf(format string, args ...any) {
	r.Logf(format, args...)
	r.FailNow()
}
func (r *recorder) FailNow() {
	r.failed = true
	runtime.Goexit()
}

// recorded runs f with a test that it may fail.
func recorded(f func(t schedule.T)) *recorder {
	r := new(recorder)
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(r)
	}()
	<-done
	return r
}

// wantFound wants Explore to fail the program, and to say so with all of the texts.
func wantFound[R any](t *testing.T, program func(p skua.Place) R, texts []string, options ...schedule.Option) {
	t.Helper()
	r := recorded(func(t schedule.T) { schedule.Explore(t, program, options...) })
	if !r.failed {
		t.Fatal("Explore has found nothing")
	}
	for _, text := range append(slices.Clip(texts), "schedule.Replay(t, ") {
		if !strings.Contains(r.said, text) {
			t.Errorf("Explore says\n%s\nwant %q in it", r.said, text)
		}
	}
}

func TestMain(m *testing.M) { expect.Main(m, 8) }

// list is a list under a lock.
type list[E any] struct {
	mu  sync.Mutex
	all []E
}

func (l *list[E]) add(e E) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, e)
}
