package worker

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/skua-go/skua/cmd/internal/cli/text"
)

// A messages writes messages of a node, one a line. It is also the writer for
// what the node itself has to say. Safe for concurrent use.
type messages struct {
	json bool

	mu   sync.Mutex
	w    io.Writer
	part []byte // of a line whose end was not written yet
}

func newMessages(w io.Writer, asJSON bool) *messages { return &messages{w: w, json: asJSON} }

// A logLine is a message in JSON.
type logLine struct {
	Time    time.Time `json:"time"`
	Message string    `json:"message"`
}

func (l *messages) say(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.line(fmt.Sprintf(format, args...))
}

// Write takes lines.
func (l *messages) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.part = append(l.part, p...)
	for {
		line, rest, whole := bytes.Cut(l.part, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		l.line(string(line))
		l.part = rest
	}
}

func (l *messages) line(message string) {
	if l.json {
		line, _ := json.Marshal(logLine{time.Now(), message}) // plain data
		l.w.Write(append(line, '\n'))
		return
	}
	fmt.Fprintf(l.w, "skua: worker: %s\n", text.Visible(message))
}
