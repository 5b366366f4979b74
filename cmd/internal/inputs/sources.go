package inputs

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
)

// A Spec is an input source as the command line has it.
type Spec struct {
	Words  []string // the inputs
	File   string   // or the file that they are in, "-" for standard input
	Linked bool     // its inputs go with those of the source before: :::+
}

// Options say how inputs are read.
type Options struct {
	Delimiter string // what ends an input in a file; \n \t \0 \x41 are understood
	Colsep    string // regular expression between the columns of an input
	Header    bool   // the first input of a source names its columns
	Trim      string // blanks that are removed around an input: n l r lr rl, "" for the default
	EOF       string // the input that ends a source
	SkipBlank bool   // leave out blank inputs
	Continued bool   // a blank at the end of an input continues it
	Link      bool   // take one input of each source, not every combination
}

// Opened are sources that were opened.
type Opened struct {
	Rows    Rows
	Columns []string // their names, if there is a header
	Slow    bool     // a source may take its time: it is neither a file nor on the command line
}

// Open opens sources. A file "-" is stdin. With a header it blocks until the first inputs have been
// read.
func Open(o *Options, specs []Spec, stdin io.Reader) (*Opened, error) {
	p, err := newOpener(o, stdin)
	if err != nil {
		return nil, err
	}
	lists, linked := make([]*list, len(specs)), make([]bool, len(specs))
	for i, s := range specs {
		if lists[i], err = p.open(s); err != nil {
			return nil, err
		}
		linked[i] = s.Linked
	}
	return &Opened{combine(lists, linked, o.Link), p.names, p.slow}, nil
}

// An opener opens sources.
type opener struct {
	o         *Options
	stdin     io.Reader
	delimiter []byte
	colsep    *regexp.Regexp
	trim      func(string) string
	usedStdin bool
	names     []string // of the columns, if there is a header
	slow      bool     // a source may take its time: it is neither a file nor on the command line
}

func newOpener(o *Options, stdin io.Reader) (*opener, error) {
	p := &opener{o: o, stdin: stdin}
	delimiter, err := parseDelimiter(o.Delimiter)
	if err != nil {
		return nil, err
	}
	p.delimiter = []byte(delimiter)
	colsep, trim := o.Colsep, o.Trim
	if o.Header && colsep == "" {
		colsep = `\t`
	}
	if trim == "" {
		trim = "n"
		if o.Colsep != "" {
			trim = "lr"
		}
	}
	if p.trim = trims[trim]; p.trim == nil {
		return nil, fmt.Errorf("--trim %q: allowed are n, l, r, lr and rl", trim)
	}
	if colsep != "" {
		if p.colsep, err = regexp.Compile(colsep); err != nil {
			return nil, fmt.Errorf("--colsep: %w", err)
		}
	}
	return p, nil
}

// open opens a source, and reads its header.
func (p *opener) open(s Spec) (*list, error) {
	l := &list{
		of:        &wordList{s.Words},
		eof:       p.o.EOF,
		skipBlank: p.o.SkipBlank,
		continued: p.o.Continued,
		colsep:    p.colsep,
		trim:      p.trim,
	}
	if s.File != "" {
		r, err := p.file(s.File)
		if err != nil {
			return nil, err
		}
		l.of = r
	}
	if !p.o.Header {
		return l, nil
	}
	names, err := l.Next()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	p.names = append(p.names, names...)
	return l, nil
}

func (p *opener) file(name string) (*reader, error) {
	r := &reader{name: name, delimiter: p.delimiter}
	var in io.Reader
	if name == "-" {
		if p.usedStdin {
			return nil, errors.New("standard input is a source twice; it can be read once")
		}
		p.usedStdin = true
		r.name, in = "standard input", p.stdin
	} else {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("inputs: %w", err)
		}
		in, r.closer = f, f
	}
	if f, ok := in.(*os.File); ok {
		info, err := f.Stat()
		switch {
		case err != nil:
			return nil, fmt.Errorf("inputs: %w", err)
		case info.IsDir():
			return nil, fmt.Errorf("inputs: %s is a directory; allowed are files and -", name)
		case !info.Mode().IsRegular():
			p.slow = true
		}
	}
	r.in = bufio.NewReaderSize(in, 64<<10)
	const mark = "\ufeff" // that Excel puts before UTF-8: it is no part of a column's name
	if p.o.Header {
		if head, _ := r.in.Peek(len(mark)); string(head) == mark {
			_, _ = r.in.Discard(len(mark))
		}
	}
	return r, nil
}
