package inputs

import (
	"io"
	"regexp"
	"strings"
)

// A list gives the inputs of a source, each as its columns: one, unless there is --colsep.
// Fields other than of are set once.
type list struct {
	of        records
	eof       string // the input that ends it, if not empty
	skipBlank bool
	continued bool // -L: a blank at the end of an input continues it
	colsep    *regexp.Regexp
	trim      func(string) string
	ended     bool
}

// Next returns io.EOF after the last input.
func (l *list) Next() ([]string, error) {
	for !l.ended {
		s, err := l.record()
		if err != nil {
			return nil, err
		}
		if l.eof != "" && s == l.eof {
			break
		}
		if l.skipBlank && strings.TrimSpace(s) == "" {
			continue
		}
		return l.columns(s), nil
	}
	l.ended = true
	return nil, io.EOF
}

// record returns a record with those that continue it.
func (l *list) record() (string, error) {
	s, err := l.of.next()
	for l.continued && err == nil && (strings.HasSuffix(s, " ") || strings.HasSuffix(s, "\t")) {
		more, end := l.of.next()
		if end == io.EOF {
			break
		}
		s, err = s+more, end
	}
	return s, err
}

func (l *list) columns(s string) []string {
	columns := []string{s}
	if l.colsep != nil && s != "" {
		columns = l.colsep.Split(s, -1)
	}
	for i, c := range columns {
		columns[i] = l.trim(c)
	}
	return columns
}

// trims are what --trim allows.
var trims = map[string]func(string) string{
	"n":  func(s string) string { return s },
	"l":  func(s string) string { return strings.TrimLeft(s, blanks) },
	"r":  func(s string) string { return strings.TrimRight(s, blanks) },
	"lr": func(s string) string { return strings.Trim(s, blanks) },
	"rl": func(s string) string { return strings.Trim(s, blanks) },
}

const blanks = " \t\n\r\f\v"
