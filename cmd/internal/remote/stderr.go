package remote

import (
	"bytes"
	"strings"
	"sync"
)

// A chatter takes what ssh prints to its standard error, by lines. Until release they are held
// back: the last one may tell why a connection failed, and belongs to the error then.
type chatter struct {
	log func(line string)

	mu    sync.Mutex
	part  []byte   // of a line
	held  []string // at most holdLines, nil after release
	last  string   // last line since release that is not blank
	loose bool
}

const (
	holdLines = 50       // ssh's warning of a changed host key has 13
	longLine  = 16 << 10 // bytes; more is broken into lines
)

// Write is for the standard error of one process.
func (c *chatter) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.part = append(c.part, b...)
	for {
		i := bytes.IndexByte(c.part, '\n')
		if i < 0 && len(c.part) < longLine {
			return len(b), nil
		}
		if i < 0 {
			i = len(c.part) - 1
		}
		c.line(string(c.part[:i+1]))
		c.part = c.part[i+1:]
	}
}

func (c *chatter) line(s string) {
	if s = printable(strings.TrimRight(s, "\r\n")); strings.TrimSpace(s) == "" {
		return
	}
	c.last = s
	if c.loose {
		c.log(s)
	} else if len(c.held) < holdLines {
		c.held = append(c.held, s)
	}
}

// release logs what was held back, except for the last line if the caller tells that itself, and
// every line from now on.
func (c *chatter) release(butLast bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	held := c.held
	if n := len(held); butLast && n > 0 && held[n-1] == c.last {
		held = held[:n-1]
	}
	for _, s := range held {
		c.log(s)
	}
	c.held, c.last, c.loose = nil, "", true
}

// lastLine is the last thing that was said since release, "" if nothing.
func (c *chatter) lastLine() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.TrimSpace(c.last)
}

// printable replaces what could make a terminal do things.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || 0x7f <= r && r < 0xa0 {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
}
