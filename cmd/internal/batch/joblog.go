package batch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

// A Joblog is the log of the items that have ended, in GNU parallel's nine columns. Safe
// for concurrent use.
//
// Each line is one write to the end of the file, made when the item has ended and what
// it printed has been shown: so what a line stands for need not be done again, and after
// a kill at most the last line is torn, whose item runs again.
type Joblog struct {
	name    string
	entries []Entry
	skip    map[int]string // the commands of the items that need not run, by Seq

	mu   sync.Mutex
	file *os.File
	line []byte
	err  error // of the first write that failed
}

// A Mode says what a Joblog does with what the file holds.
type Mode int

// The modes of a Joblog.
const (
	Fresh        Mode = iota // begins anew
	Append                   // adds to it
	Resume                   // adds to it, and skips the items that are in it
	ResumeFailed             // adds to it, and skips those that have succeeded
)

// header is the first line, without its end.
const header = "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand"

// OpenJoblog opens a joblog, and makes it if there is none. It refuses one that another
// process writes, and a file that is not empty and no joblog. A torn last line is cut off.
//
// As with GNU parallel, Resume skips an item whose Seq is in the file however the item
// has ended, and ResumeFailed if it has succeeded once.
func OpenJoblog(name string, mode Mode) (l *Joblog, err error) {
	l = &Joblog{name: name}
	if l.file, err = openLog(name); err != nil {
		return nil, fmt.Errorf("joblog: %w", err)
	}
	if err := l.begin(mode); err != nil {
		l.file.Close()
		return nil, fmt.Errorf("joblog %s: %w", name, err)
	}
	return l, nil
}

// openLog opens the file to read it and to write to its end. A terminal or a pipe is
// only written to.
func openLog(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return os.OpenFile(name, os.O_WRONLY, 0)
	}
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
}

// begin locks the file, reads it and writes the header, unless it is there.
func (l *Joblog) begin(mode Mode) error {
	info, err := l.file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return l.write([]byte(header + "\n"))
	}
	if err := lock(l.file); err != nil {
		return err
	}
	text, err := io.ReadAll(l.file)
	if err != nil {
		return err
	}
	first, _, ended := strings.Cut(string(text[:min(len(text), len(header)+1)]), "\n")
	if torn := !ended && strings.HasPrefix(header, first); first != header && !torn {
		return errors.New("its first line is not that of a joblog")
	}
	if mode == Fresh {
		if err := l.file.Truncate(0); err != nil {
			return err
		}
		return l.write([]byte(header + "\n"))
	}
	return l.resume(string(text), mode)
}

// resume goes on after text, which the file holds.
func (l *Joblog) resume(text string, mode Mode) error {
	entries, whole, err := parse(text)
	if err != nil {
		return err
	}
	if whole < len(text) {
		if err := l.file.Truncate(int64(whole)); err != nil {
			return err
		}
	}
	l.entries = entries
	l.skip = skips(entries, mode)
	if whole == 0 {
		return l.write([]byte(header + "\n"))
	}
	return nil
}

// skips returns the commands of the items that need not run, by Seq.
func skips(entries []Entry, mode Mode) map[int]string {
	skip := map[int]string{}
	for _, e := range entries {
		if mode == Resume || mode == ResumeFailed && e.OK() {
			skip[e.Seq] = e.Command
		}
	}
	return skip
}

// Entries returns what the joblog held when it was opened, in the order of the file. A
// Fresh one holds nothing: read it before.
func (l *Joblog) Entries() []Entry { return l.entries }

// done tells whether an item need not run. It returns an error if the joblog has
// another command under the item's number.
//
// NOT: GNU parallel's rule, which compares nothing. With other inputs or another command
// it skips items that never ran, and says nothing.
func (l *Joblog) done(it *Item) (bool, error) {
	if l == nil {
		return false, nil
	}
	command, ok := l.skip[it.Seq]
	if ok && command != inLog(it.Label) && !it.labeled(command) {
		return false, fmt.Errorf("joblog %s belongs to other commands or inputs: its number %d is %q, here it is %q",
			l.name, it.Seq, command, inLog(it.Label))
	}
	return ok, nil
}

// labeled tells whether the item would have a command in another slot.
func (it *Item) labeled(command string) bool {
	if it.Labels == nil {
		return false
	}
	for label := range it.Labels {
		if inLog(label) == command {
			return true
		}
	}
	return false
}

// inLog is a command as it stands in a joblog, where a line has no end but one: GNU
// parallel writes NUL for a newline. NOT: cut, however long. A resumed batch compares it, and GNU parallel's
// --retry-failed runs it.
func inLog(command string) string { return strings.ReplaceAll(command, "\n", "\x00") }

// add writes the line of an item that has ended.
func (l *Joblog) add(it *Item, o *Outcome) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.line = appendLine(l.line[:0], it, o)
	return l.put(l.line)
}

// write writes whole lines.
func (l *Joblog) write(lines []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.put(lines)
}

// put writes whole lines by one call to the system. After one that failed it writes no more:
// what follows a torn line would be lost with it.
func (l *Joblog) put(lines []byte) error {
	if l.err != nil {
		return l.err
	}
	if _, err := l.file.Write(lines); err != nil {
		l.err = fmt.Errorf("joblog: %w", err)
	}
	return l.err
}

// Close closes the file, which lets other processes write to it.
func (l *Joblog) Close() error { return l.file.Close() }
