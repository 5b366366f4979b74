package inputs

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Longest is the length in bytes beyond which an input is refused: no system passes an argument
// of that length to a program, so the delimiter must be a wrong one.
const Longest = 4 << 20

// records are the inputs of a source, as they stand there.
type records interface {
	next() (string, error) // io.EOF after the last one
}

// A wordList are inputs that stand on the command line.
type wordList struct{ left []string }

func (l *wordList) next() (string, error) {
	if len(l.left) == 0 {
		return "", io.EOF
	}
	s := l.left[0]
	l.left = l.left[1:]
	return s, nil
}

// A reader reads inputs from a file, each ended by a delimiter.
type reader struct {
	name      string // for messages
	in        *bufio.Reader
	closer    io.Closer // nil if there is nothing to close
	delimiter []byte
	n         int
}

func (r *reader) next() (string, error) {
	r.n++
	var record []byte
	for {
		part, err := r.in.ReadSlice(r.delimiter[len(r.delimiter)-1])
		record = append(record, part...)
		switch {
		case len(record) > Longest+len(r.delimiter):
			return "", fmt.Errorf("%s: input %d is longer than %d bytes; is the delimiter right? See -d and -0", r.name, r.n, Longest)
		case err == nil && bytes.HasSuffix(record, r.delimiter):
			return string(record[:len(record)-len(r.delimiter)]), nil
		case errors.Is(err, io.EOF):
			return r.last(record)
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return "", fmt.Errorf("%s: %w", r.name, err)
		}
	}
}

// last returns what comes after the last delimiter, if anything, and closes the file.
func (r *reader) last(record []byte) (string, error) {
	if len(record) > 0 {
		return string(record), nil
	}
	if r.closer != nil {
		r.closer.Close() // it was only read
		r.closer = nil
	}
	return "", io.EOF
}
