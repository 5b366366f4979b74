package images

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// The name of the ledger of a directory, and its first line. A file of that name that
// does not begin so is left alone.
const (
	ledgerName  = ".skua-images"
	ledgerTitle = "# skua images: which outputs are up to date\n"
)

// A ledger remembers how the outputs of a directory were made. It is a file of lines
//
//	KEY SIZE TIME "NAME"
//
// of which the last with a name counts. A line is added by one write after the output has
// its name, so a run that is killed loses lines, which costs work and nothing else; and two
// runs may add lines at a time. Safe for concurrent use.
type ledger struct {
	dir string

	mu      sync.Mutex
	made    map[string]made
	lines   int  // of the file, also those that no longer count
	begun   bool // the file has a title
	divided bool // the file ends within a line: its writer was killed
	foreign bool // the file is none of ours, or cannot be read
}

// made is a line of a ledger: what an output was when it got its name.
type made struct {
	key  string // of how it was made: Work.key
	size int64
	time int64 // nanoseconds since 1970
}

// openLedger reads the ledger of a directory. One that is missing or cannot be read is
// empty, and so are lines that make no sense.
func openLedger(dir string) *ledger {
	l := &ledger{dir: dir, made: map[string]made{}}
	text, err := l.read()
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && text == "":
		return l
	case err != nil, !strings.HasPrefix(text, ledgerTitle):
		l.foreign = true
		return l
	}
	l.begun, l.divided = true, !strings.HasSuffix(text, "\n")
	for line := range strings.Lines(text) {
		l.lines++
		if name, m, ok := parseMade(strings.TrimSuffix(line, "\n")); ok {
			l.made[name] = m
		}
	}
	return l
}

func (l *ledger) path() string { return filepath.Join(l.dir, ledgerName) }

func (l *ledger) read() (string, error) {
	f, info, err := openRegular(l.path(), noFollow)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := readWhole(f, info)
	return string(text), err
}

func parseMade(line string) (name string, m made, ok bool) {
	f := strings.SplitN(line, " ", 4)
	if len(f) != 4 {
		return "", m, false
	}
	var errs [3]error
	m.key = f[0]
	m.size, errs[0] = strconv.ParseInt(f[1], 10, 64)
	m.time, errs[1] = strconv.ParseInt(f[2], 10, 64)
	name, errs[2] = strconv.Unquote(f[3])
	return name, m, errs == [3]error{}
}

func (m made) line(name string) string {
	return fmt.Sprintf("%s %d %d %s\n", m.key, m.size, m.time, strconv.Quote(name))
}

// has tells whether the entry called name is as it was made, and in the way that key
// says; an empty key stands for any way.
func (l *ledger) has(name, key string) bool {
	l.mu.Lock()
	m, ok := l.made[name]
	l.mu.Unlock()
	if !ok || key != "" && m.key != key {
		return false
	}
	info, err := os.Lstat(filepath.Join(l.dir, name))
	return err == nil && info.Size() == m.size && info.ModTime().UnixNano() == m.time
}

// add writes down that name was made. An error is none of the output's: it will be made
// again.
func (l *ledger) add(name, key string, info fs.FileInfo) error {
	m := made{key, info.Size(), info.ModTime().UnixNano()}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.foreign {
		return fmt.Errorf("%s is no ledger of skua images", l.path())
	}
	f, err := os.OpenFile(l.path(), os.O_APPEND|os.O_CREATE|os.O_WRONLY|noFollow|noBlock, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	line := m.line(name)
	switch {
	case !l.begun:
		line = ledgerTitle + line
	case l.divided:
		line = "\n" + line
	}
	l.divided = true // until the write has succeeded
	if _, err := f.WriteString(line); err != nil {
		return err
	}
	l.made[name], l.begun, l.divided = m, true, false
	l.lines++
	return nil
}

// compact drops the lines that no longer count once they are most of the file. What
// another run adds meanwhile is lost: it costs work and nothing else.
func (l *ledger) compact() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lines < 2*len(l.made)+100 {
		return nil
	}
	t, err := createTemp(l.dir)
	if err != nil {
		return err
	}
	defer t.remove()
	var text strings.Builder
	text.WriteString(ledgerTitle)
	for name, m := range l.made {
		text.WriteString(m.line(name))
	}
	if _, err := t.file.WriteString(text.String()); err != nil {
		return err
	}
	l.lines = len(l.made)
	return t.rename(ledgerName)
}

// ledgers are those of all directories with outputs, each read once. Safe for concurrent
// use.
type ledgers struct {
	mu  sync.Mutex
	dir map[string]*ledger
}

func (s *ledgers) of(dir string) *ledger {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.dir[dir]
	if l == nil {
		if s.dir == nil {
			s.dir = map[string]*ledger{}
		}
		l = openLedger(dir)
		s.dir[dir] = l
	}
	return l
}

// each calls f with every ledger.
func (s *ledgers) each(f func(l *ledger)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.dir {
		f(l)
	}
}
