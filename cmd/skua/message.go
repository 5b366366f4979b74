package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible is text with escapes in place of all that a terminal would not show: the
// names of files and the arguments in a message must not change how it looks.
func visible(text string) string { return escape(text, "") }

// visibleLines is visible for texts of several lines.
func visibleLines(text string) string { return escape(text, "\n\t") }

func escape(text, except string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if unicode.IsPrint(r) && !(r == utf8.RuneError && n == 1) || strings.ContainsRune(except, r) {
			b.WriteString(text[:n])
		} else {
			q := strconv.Quote(text[:n])
			b.WriteString(q[1 : len(q)-1])
		}
		text = text[n:]
	}
	return b.String()
}

// errSaid is an error that needs no more words.
var errSaid = errors.New("some failed")

// messages are the lines in which err is told: one for each error of a join. Those
// of cobra, which have no exit code, may take several lines by themselves.
func messages(err error) []string {
	if _, ok := errors.AsType[*exitError](err); !ok {
		return []string{visibleLines(err.Error())}
	}
	if coded, ok := err.(*exitError); ok {
		err = coded.err
	}
	var lines []string
	for _, e := range joined(err) {
		if !errors.Is(e, errSaid) {
			lines = append(lines, visible(e.Error()))
		}
	}
	return lines
}

// joined are the errors of which errors.Join made err, or err itself.
func joined(err error) []error {
	join, ok := err.(interface{ Unwrap() []error })
	if !ok || errors.Join(join.Unwrap()...).Error() != err.Error() {
		return []error{err}
	}
	var all []error
	for _, e := range join.Unwrap() {
		all = append(all, joined(e)...)
	}
	return all
}

// within puts the name of the command before err, or before each error of a join. Of no error
// it makes none.
func within(command string, err error) error {
	if err == nil {
		return nil
	}
	var all []error
	for _, e := range joined(err) {
		all = append(all, fmt.Errorf("%s: %w", command, e))
	}
	return errors.Join(all...)
}
