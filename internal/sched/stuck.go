package sched

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
)

// A pool can come to a stop with nothing queued: a task waits for its own scope, or
// closes its own pool. Then every goroutine that is in a task is parked, waiting for
// others that are, and none will ever be woken. No counter tells that from a pool that
// waits in Blocking, but the stacks do: so they are looked at when the pool has got
// nowhere for a while. They are those of all pools, so a pool that waits for another
// that works is not taken for one that is stuck.

// stacks returns the stacks of all goroutines, one by one.
func stacks() [][]byte {
	for size := 1 << 20; ; size *= 2 {
		buf := make([]byte, size)
		if n := runtime.Stack(buf, true); n < size || size >= 1<<27 {
			return bytes.Split(buf[:n], []byte("\n\n"))
		}
	}
}

// inTask reports whether a goroutine is in a task or a call of a pool.
func inTask(g []byte) bool {
	return bytes.Contains(g, []byte("sched.(*Worker)")) || bytes.Contains(g, []byte("skua.(*Pool)"))
}

// circle returns those of the goroutines that wait for each other; none if one of all
// that are in tasks does something else than wait for tasks.
func circle(all [][]byte) (stuck [][]byte) {
	for _, g := range all {
		if !inTask(g) || bytes.Contains(g, []byte("sched.(*Pool).watch")) {
			continue
		}
		calls := callsOf(g)
		switch {
		case len(calls) < 2 || !strings.HasSuffix(calls[0], "park.(*Parker).Park"):
			return nil // it runs, or waits for something that is not ours
		case strings.HasSuffix(calls[1], "sched.(*Worker).park") || strings.HasSuffix(calls[1], "sched.(*Pool).Close"):
			stuck = append(stuck, g)
		}
	}
	return stuck
}

// callsOf returns the two innermost functions of a goroutine that are not the
// runtime's.
func callsOf(g []byte) (calls []string) {
	for line := range strings.Lines(string(g)) {
		end := strings.LastIndexByte(line, '(')
		if end <= 0 || strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "runtime.") {
			continue
		}
		if calls = append(calls, line[:end]); len(calls) == 2 {
			break
		}
	}
	return calls
}

// halted reports whether, for all that is known without looking at stacks, nobody may
// run.
func (p *Pool) halted() bool {
	return p.sleep.Free() >= p.Workers()
}

// reportCircle says why a pool in which nothing is queued is stuck; nothing if it is
// not.
func (p *Pool) reportCircle() string {
	stuck := circle(stacks())
	if len(stuck) == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, "skua: nobody runs, and %d calls wait for each other, for %v or longer\n", len(stuck), 2*p.config.Watchdog)
	for _, g := range stuck {
		_, task, waits := bytes.Cut(g, []byte("skua.(*Scope).Wait("))
		if waits && inTask(task) {
			out.WriteString("skua: a task waits for a scope that cannot end before the task does: Scope.Wait in a task of the scope, or in what one has forked\n")
		}
		_, task, closes := bytes.Cut(g, []byte("skua.(*Pool).Close("))
		if closes && inTask(task) {
			out.WriteString("skua: a task waits for the end of its pool, which cannot come before its own: Close in a task of the pool\n")
		}
	}
	out.WriteString("skua: goroutines in tasks:\n\n")
	for _, g := range stuck {
		out.Write(g)
		out.WriteString("\n\n")
	}
	return out.String()
}
