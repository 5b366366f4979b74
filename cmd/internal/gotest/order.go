package gotest

import (
	"bytes"
	"io"
	"regexp"
)

// verdict is the last line of what go test prints about a package.
var verdict = regexp.MustCompile(`^(ok  |FAIL|\?   |)\t([^\s]+)(?:\t+([0-9.]+)s| \[|\t)`)

var setupFailed = []byte(" [setup failed]\n")

// An order prints what go test prints about packages in the order in which go test would have
// printed it without skua: that of the patterns.
type order struct {
	w     io.Writer
	paths []string // that have not been printed
	held  map[string][]byte
	block bytes.Buffer // of a package whose verdict is not there yet
	err   error
}

func newOrder(w io.Writer, all []pkg) *order {
	o := &order{w: w, held: map[string][]byte{}}
	for _, p := range all {
		o.paths = append(o.paths, p.path)
		o.held[p.path] = nil
	}
	return o
}

// line takes a line of output. last is the package of which this is the last line, or "".
func (o *order) line(line []byte, last string) {
	o.block.Write(line)
	if last == "" {
		return
	}
	if _, ok := o.held[last]; !ok {
		return
	}
	if bytes.HasSuffix(line, setupFailed) { // go test says that at once
		o.print(line)
		o.block.Truncate(o.block.Len() - len(line))
	}
	o.held[last] = append([]byte{}, o.block.Bytes()...)
	o.block.Reset()
	for len(o.paths) > 0 && o.held[o.paths[0]] != nil {
		o.print(o.held[o.paths[0]])
		o.held[o.paths[0]] = nil
		o.paths = o.paths[1:]
	}
}

// end prints what is left: packages after one that go test did not come to, and the last line.
func (o *order) end() error {
	for _, path := range o.paths {
		o.print(o.held[path])
	}
	o.print(o.block.Bytes())
	return o.err
}

func (o *order) print(text []byte) {
	if o.err == nil && len(text) > 0 {
		_, o.err = o.w.Write(text)
	}
}
