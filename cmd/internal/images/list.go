package images

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
)

// maxPath is the longest path in a list. Linux allows 4,096 bytes; a longer line shows
// that the list is none, or that it needs -0.
const maxPath = 64 << 10

// each calls f with every path that arg stands for, as it is read.
func (l *Listing) each(arg string, f func(path string) error) error {
	switch {
	case arg == "-" || arg == "@-":
		return l.read(l.Stdin, "standard input", f)
	case strings.HasPrefix(arg, "@"):
		list, err := os.Open(arg[1:])
		if err != nil {
			return err
		}
		defer list.Close()
		return l.read(list, arg[1:], f)
	}
	return f(arg)
}

// read calls f with every path of a list, which is called name in messages. Empty lines
// are no paths.
func (l *Listing) read(r io.Reader, name string, f func(path string) error) error {
	end := byte('\n')
	if l.Zero {
		end = 0
	}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxPath)
	lines.Split(splitAt(end))
	for n := 1; lines.Scan(); n++ {
		path := lines.Text()
		if strings.IndexByte(path, 0) >= 0 {
			return fmt.Errorf("%s: path %d has a zero byte; a list of paths that end in such needs -0", name, n)
		}
		if path == "" {
			continue
		}
		if err := f(path); err != nil {
			return err
		}
	}
	switch err := lines.Err(); {
	case err == bufio.ErrTooLong:
		return fmt.Errorf("%s: a path of more than %d bytes: is it a list?", name, maxPath)
	case err != nil:
		return fmt.Errorf("%s: %w", name, bare(err))
	}
	return nil
}

// splitAt splits at every end. The last path may do without.
func splitAt(end byte) bufio.SplitFunc {
	return func(data []byte, atEOF bool) (advance int, token []byte, err error) {
		if i := bytes.IndexByte(data, end); i >= 0 {
			return i + 1, data[:i], nil
		}
		if atEOF && len(data) > 0 {
			return len(data), data, nil
		}
		return 0, nil, nil
	}
}
