package sched

import (
	"runtime"
	"strconv"
	"strings"
)

// note remembers which goroutine runs w.
func (w *Worker) note() {
	if w.crew.config.Watchdog > 0 {
		// ORDER: none; only the watchdog reads it, and looks twice.
		w.goroutine.Store(number())
	}
}

// forget takes back what note noted.
func (w *Worker) forget() {
	if w.crew.config.Watchdog > 0 {
		w.goroutine.Store(0) // ORDER: none, as in note
	}
}

// number returns the calling goroutine's number. It takes about a microsecond.
func number() uint64 {
	var buf [64]byte
	id, _, _ := parseHead(string(buf[:runtime.Stack(buf[:], false)]))
	return id
}

// parseHead reads "goroutine 7 [chan receive, 2 minutes]:".
func parseHead(line string) (id uint64, state string, ok bool) {
	line, ok = strings.CutPrefix(line, "goroutine ")
	n, state, _ := strings.Cut(line, " ")
	id, err := strconv.ParseUint(n, 10, 64)
	if _, rest, found := strings.Cut(state, "["); found { // there may be more before it
		state = rest
	}
	if end := strings.IndexAny(state, ",]"); end >= 0 {
		state = state[:end]
	}
	return id, state, ok && err == nil
}
