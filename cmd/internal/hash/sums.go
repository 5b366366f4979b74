package hash

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

// An Entry is a line of a sums file: a name and what its checksum should be.
type Entry struct {
	Path string
	Want Sum
}

// maxLine is the length of the longest line of a sums file: many times that of the
// longest path that can be opened, with each byte of it escaped.
const maxLine = 64 << 10

// minLine is the length of the shortest line with an entry.
const minLine = 2*len(Sum{}) + 2

// Sums reads the entries of a sums file as sha256sum --check does: lines of its
// own form with two blanks or " *" before the name, of the older BSD form with
// one blank, or of the tagged form "SHA256 (name) = sum". Empty lines and lines
// that start with '#' are skipped. It holds one line at a time.
type Sums struct {
	in        *bufio.Reader
	name      string
	isStdin   bool
	malformed func(line int)
	parser    parser
	line      int
	end       byte
}

// NewSums returns the entries of r, which errors call name. Lines end by end, a line feed or NUL; names are
// not escaped before NUL. It calls malformed with the number of each line that makes no sense. Unless r
// isStdin, a line may name the standard input, as "-".
func NewSums(r io.Reader, name string, isStdin bool, end byte, malformed func(line int)) *Sums {
	return &Sums{in: bufio.NewReaderSize(r, maxLine), name: name, isStdin: isStdin, malformed: malformed,
		parser: parser{verbatim: end == 0}, end: end}
}

// Next returns the next entry. The error is io.EOF after the last one.
func (s *Sums) Next() (Entry, error) {
	for {
		line, err := s.in.ReadSlice(s.end)
		s.line++
		if s.end != 0 && endsByNUL(line) {
			return Entry{}, fmt.Errorf("%s: line %d ends by NUL, as from sha256sum --zero: want --zero to check it", s.name, s.line)
		}
		if err == bufio.ErrBufferFull {
			return Entry{}, fmt.Errorf("%s: line %d is longer than %d bytes", s.name, s.line, maxLine)
		}
		if err != nil && err != io.EOF {
			return Entry{}, err
		}
		text := bytes.TrimSuffix(line, []byte{s.end})
		if s.end == '\n' {
			text = bytes.TrimSuffix(text, []byte("\r"))
		}
		if len(text) > 0 && text[0] != '#' {
			if e, ok := s.entry(text); ok {
				return e, nil // the end, if it is, will be found again
			}
			s.malformed(s.line)
		}
		if err == io.EOF {
			return Entry{}, err
		}
	}
}

// endsByNUL tells whether text begins with an entry of its own that ends by NUL.
func endsByNUL(text []byte) bool {
	first, rest, found := bytes.Cut(text, []byte{0})
	if !found {
		return false
	}
	if _, ok := new(parser).entry(string(first)); !ok {
		return false
	}
	_, ok := parseSum(string(rest[:min(len(rest), hex.EncodedLen(len(Sum{})))]))
	return ok || len(rest) == 0
}

func (s *Sums) entry(text []byte) (e Entry, ok bool) {
	if len(text) < minLine {
		return e, false
	}
	e, ok = s.parser.entry(string(text))
	return e, ok && !(s.isStdin && e.Path == stdinName)
}

// A parser knows which of the two untagged forms the first line of a file had.
// The other one is then malformed, so that a blank in front of a name cannot
// make one line mean two files.
type parser struct {
	known    bool // which form it is
	old      bool // the form with one blank
	verbatim bool // no name is escaped
}

func (p *parser) entry(line string) (e Entry, ok bool) {
	line = strings.TrimLeft(line, " \t")
	escaped := false
	if !p.verbatim {
		line, escaped = strings.CutPrefix(line, `\`)
	}
	if rest, tagged := strings.CutPrefix(line, "SHA256"); tagged {
		e, ok = parseTagged(rest)
	} else {
		e, ok = p.parse(line)
	}
	if escaped && ok {
		e.Path, ok = unescape(e.Path)
	}
	return e, ok && !strings.Contains(e.Path, "\x00")
}

func (p *parser) parse(line string) (e Entry, ok bool) {
	const digits = 2 * len(Sum{})
	if len(line) < digits+2 || line[digits] != ' ' && line[digits] != '\t' {
		return e, false
	}
	name := line[digits+1:]
	if e.Want, ok = parseSum(line[:digits]); !ok {
		return e, false
	}
	marked := len(name) > 1 && (name[0] == ' ' || name[0] == '*') // binary or text
	if !p.known || !marked {
		if p.known && !p.old {
			return e, false
		}
		p.known, p.old = true, !marked
	}
	if !p.old {
		name = name[1:]
	}
	e.Path = name
	return e, true
}

// parseTagged parses what follows the tag: " (name) = sum".
func parseTagged(rest string) (e Entry, ok bool) {
	rest, ok = strings.CutPrefix(strings.TrimPrefix(rest, " "), "(")
	end := strings.LastIndexByte(rest, ')')
	if !ok || end < 0 {
		return e, false
	}
	sum, ok := strings.CutPrefix(strings.TrimLeft(rest[end+1:], " \t"), "=")
	if !ok {
		return e, false
	}
	e.Path = rest[:end]
	e.Want, ok = parseSum(strings.TrimLeft(sum, " \t"))
	return e, ok
}

func parseSum(s string) (sum Sum, ok bool) {
	if len(s) != hex.EncodedLen(len(sum)) {
		return sum, false
	}
	_, err := hex.Decode(sum[:], []byte(s))
	return sum, err == nil
}
