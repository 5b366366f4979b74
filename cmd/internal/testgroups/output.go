package testgroups

import (
	"bytes"
	"io"
	"os"
)

// pass is how a test binary ends its output if all went well. Under -json a mark is before it.
var (
	pass    = []byte("PASS\n")
	mark    = []byte("\x16")
	percent = []byte("coverage: ")
	noTests = []byte("testing: warning: no tests to run\n")
)

// An output is what a group that passed has printed, in parts.
type output struct {
	text     []byte // without what follows
	pass     []byte // PASS with its mark, nil if it is not there
	coverage []byte // the line of the coverage, nil if there is none
	noTests  bool
}

// divide divides the output of a test binary.
func divide(text []byte) (o output) {
	o.text = text
	if i := bytes.LastIndex(text, pass); i >= 0 {
		before, after := text[:i], text[i+len(pass):]
		if bytes.HasSuffix(before, mark) {
			before = before[:i-len(mark)]
		}
		o.pass = text[len(before) : i+len(pass)]
		if bytes.HasPrefix(after, percent) {
			n := bytes.IndexByte(after, '\n') + 1
			o.coverage, after = after[:n], after[n:]
		}
		o.text = append(bytes.Clone(before), after...)
	}
	if i := bytes.Index(o.text, noTests); i >= 0 && (i == 0 || o.text[i-1] == '\n') {
		o.noTests = true
		o.text = append(bytes.Clone(o.text[:i]), o.text[i+len(noTests):]...)
	}
	return o
}

// merge writes the outputs of groups as if one process had printed them. coverage is the merged
// line of the coverage, or nil.
func merge(w io.Writer, all []*process, coverage []byte) error {
	var text bytes.Buffer
	var ending []byte
	empty := true
	for _, p := range all {
		data, err := os.ReadFile(p.output())
		if err != nil {
			return err
		}
		o := divide(data)
		if text.Len() > 0 && len(o.text) > 0 && !bytes.HasSuffix(text.Bytes(), []byte("\n")) {
			text.WriteByte('\n')
		}
		text.Write(o.text)
		if o.pass != nil {
			ending = o.pass
		}
		empty = empty && o.noTests
	}
	if empty {
		text.Write(noTests)
	}
	text.Write(ending)
	text.Write(coverage)
	_, err := w.Write(text.Bytes())
	return err
}
