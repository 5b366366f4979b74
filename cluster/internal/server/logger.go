package server

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// logger takes the messages of an embedded server. The server's own logger ends the
// process at a fatal error; this one keeps it, so that Open can return it.
type logger struct {
	w     io.Writer     // nil: nowhere
	sick  chan struct{} // told that a store has failed
	mu    sync.Mutex
	fatal string // the first fatal error
}

func newLogger(w io.Writer) *logger { return &logger{w: w, sick: make(chan struct{}, 1)} }

func (l *logger) Noticef(string, ...any) {} // that it starts, and stops

// Warnf leaves out what is no news to an operator: how the processes of a directory reach the server,
// and with a password that is made at each start.
func (l *logger) Warnf(format string, v ...any) {
	if !strings.HasPrefix(format, "Plaintext passwords") && !strings.HasPrefix(format, "Clients that are not using") {
		l.line("warning: ", format, v)
	}
}

func (l *logger) Debugf(string, ...any) {}
func (l *logger) Tracef(string, ...any) {}

// Errorf also looks for stores that have failed: the server reports them only here.
func (l *logger) Errorf(format string, v ...any) {
	l.line("error: ", format, v)
	if strings.Contains(strings.ToLower(format), "critical write error") {
		select {
		case l.sick <- struct{}{}:
		default: // it has been told
		}
	}
}

func (l *logger) Fatalf(format string, v ...any) {
	l.mu.Lock()
	if l.fatal == "" {
		l.fatal = fmt.Sprintf(format, v...)
	}
	l.mu.Unlock()
	l.line("fatal: ", format, v)
}

func (l *logger) line(level, format string, v []any) {
	note(l.w, "server", level+fmt.Sprintf(format, v...))
}

func (l *logger) failure() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.fatal
}

// lines makes a writer safe for concurrent use.
type lines struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// note writes a line to w, if there is one.
func note(w io.Writer, about string, what any) {
	if w != nil {
		fmt.Fprintf(w, "%s %s: %v\n", time.Now().Format("15:04:05.000"), about, what)
	}
}
