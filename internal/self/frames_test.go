package self

import (
	"runtime"
	"slices"
	"strings"
	"testing"
)

//go:noinline
func inner(pcs []uintptr) int { return Callers(pcs) + 0*len(pcs) }

//go:noinline
func outer(pcs []uintptr) int { return inner(pcs) + 0*len(pcs) }

func names(pcs []uintptr) (list []string) {
	frames := runtime.CallersFrames(pcs)
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		list = append(list, f.Function[strings.LastIndexByte(f.Function, '.')+1:])
	}
	return list
}

func TestCallers(t *testing.T) {
	var pcs [8]uintptr
	got := names(pcs[:outer(pcs[:])])
	if want := []string{"outer", "TestCallers", "tRunner"}; !slices.Equal(got[:min(3, len(got))], want) {
		t.Fatalf("got %v, want first %v", got, want)
	}
}

// A goroutine with few functions on its stack, and one whose stack has moved.
func TestCallers_ends(t *testing.T) {
	got := make(chan []string)
	go func() {
		var pcs [8]uintptr
		got <- names(pcs[:inner(pcs[:])])
	}()
	if list := <-got; list[0] != "func1" || len(list) > 2 {
		t.Errorf("on a goroutine of its own: %v", list)
	}
	go func() { got <- nest(1000) }()
	if list := <-got; list[0] != "nest" || list[7] != "nest" {
		t.Errorf("deep in a stack: %v", list)
	}
}

//go:noinline
func nest(n int) []string {
	if n == 0 {
		var pcs [8]uintptr
		return names(pcs[:inner(pcs[:])])
	}
	return nest(n - 1)[:8:8]
}

func BenchmarkCallers(b *testing.B) {
	var pcs [8]uintptr
	for range b.N {
		outer(pcs[:])
	}
}
