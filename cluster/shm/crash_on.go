//go:build crashpoints

package shm

import (
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
)

// crashPoint kills the process here, if SKUA_CRASH_AT is name:n and this is the n-th time
// that the process comes by; or it stops the process, if SKUA_STOP_AT is. Only builds with
// the tag crashpoints do so.
func crashPoint(name string) {
	if killAt.comesBy(name) {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	if stopAt.comesBy(name) {
		syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	}
}

var killAt, stopAt = pointOf("SKUA_CRASH_AT"), pointOf("SKUA_STOP_AT")

// point is one name, and how often the process may still come by.
type point struct {
	name string
	left *atomic.Int64
}

func pointOf(variable string) point {
	name, count, _ := strings.Cut(os.Getenv(variable), ":")
	n, err := strconv.Atoi(count)
	if err != nil {
		n = 1
	}
	p := point{name, new(atomic.Int64)}
	p.left.Store(int64(n)) // ORDER: before any goroutine is there to read it
	return p
}

func (p point) comesBy(name string) bool {
	return name == p.name && p.left.Add(-1) == 0 // ORDER: one goroutine takes it to 0
}
