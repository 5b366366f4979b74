package each

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
)

// A spec is an input source as the command line has it.
type spec struct {
	words  []string // the inputs
	file   string   // or the file that they are in, "-" for standard input
	linked bool     // its inputs go with those of the source before: :::+
}

// split separates the words of the command from the input sources.
func (o *Options) split(args []string) (command []string, specs []spec, err error) {
	for _, file := range o.ArgFiles {
		specs = append(specs, spec{file: file})
	}
	separators := []string{o.ArgSep, o.ArgSep + "+", o.ArgFileSep, o.ArgFileSep + "+"}
	isSeparator := func(s string) bool { return slices.Contains(separators, s) }
	at := slices.IndexFunc(args, isSeparator)
	if at < 0 {
		return args, specs, nil
	}
	command = args[:at]
	for rest := args[at:]; len(rest) > 0; {
		end := slices.IndexFunc(rest[1:], isSeparator) + 1
		if end == 0 {
			end = len(rest)
		}
		separator, words := rest[0], rest[1:end]
		rest = rest[end:]
		linked := separator == o.ArgSep+"+" || separator == o.ArgFileSep+"+"
		if linked && len(specs) == 0 {
			return nil, nil, fmt.Errorf("%s links to the source before it, and there is none; begin with %s or %s", separator, o.ArgSep, o.ArgFileSep)
		}
		if separator == o.ArgSep || separator == o.ArgSep+"+" {
			specs = append(specs, spec{words: words, linked: linked})
			continue
		}
		if len(words) == 0 {
			return nil, nil, fmt.Errorf("%s: no files after it", separator)
		}
		for _, file := range words {
			specs = append(specs, spec{file: file, linked: linked})
		}
	}
	return command, specs, nil
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
	text := o.Delimiter
	if o.Null {
		text = `\0`
	}
	delimiter, err := parseDelimiter(text)
	if err != nil {
		return nil, err
	}
	p.delimiter = []byte(delimiter)
	colsep, trim := o.Colsep, o.Trim
	if o.Header != "" && colsep == "" {
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
func (p *opener) open(s spec) (*list, error) {
	l := &list{
		of:        &wordList{s.words},
		eof:       p.o.EOF,
		skipBlank: p.o.SkipBlank,
		continued: p.o.MaxLines >= 0,
		colsep:    p.colsep,
		trim:      p.trim,
	}
	if s.file != "" {
		r, err := p.file(s.file)
		if err != nil {
			return nil, err
		}
		l.of = r
	}
	if p.o.Header == "" {
		return l, nil
	}
	names, err := l.next()
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
	return r, nil
}
