package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"unicode/utf8"

	"github.com/skua-go/skua/cmd/internal/hash"
)

// A hashDocument writes the JSON form of a report file by file, each on a line of
// its own. The errors wait for the end of the files, so only the first are kept:
// their number is in the totals.
type hashDocument struct {
	out    *lineWriter
	opened bool
	errors []hashFailure
}

const maxErrors = 10_000 // of a document; arbitrary

// A hashPath is a path in JSON, whose strings cannot hold every name: if Path is
// not the name exactly, Base64 is.
type hashPath struct {
	Path   string `json:"path"`
	Base64 []byte `json:"path_base64,omitempty"`
}

type hashFile struct {
	hashPath
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
	Status string `json:"status,omitempty"` // of --check: OK or FAILED
}

type hashFailure struct {
	hashPath
	Error string `json:"error"`
}

func newHashPath(path string) hashPath {
	if utf8.ValidString(path) {
		return hashPath{Path: path}
	}
	return hashPath{path, []byte(path)}
}

func (d *hashDocument) add(r hash.Result, status string) error {
	if err := r.Err; err != nil {
		if e, ok := errors.AsType[*fs.PathError](err); ok {
			err = e.Err
		}
		if len(d.errors) == maxErrors {
			return nil
		}
		d.errors = append(d.errors, hashFailure{newHashPath(r.Path), err.Error()})
		return nil
	}
	line := []byte(d.separator())
	line, err := appendJSON(line, hashFile{newHashPath(r.Path), r.Sum.String(), r.Bytes, status})
	if err != nil {
		return err
	}
	return d.out.write(line)
}

// separator is what stands before the next file.
func (d *hashDocument) separator() string {
	if d.opened {
		return ",\n"
	}
	d.opened = true
	return `{"schema_version":1,"files":[` + "\n"
}

// end closes the document, also after an interrupt: what it then holds is true,
// but not all.
func (d *hashDocument) end(total *hashTotals, interrupted bool) error {
	line := []byte("\n")
	if !d.opened {
		line = []byte(d.separator())
	}
	line = append(line, `],"errors":`...)
	line, err := appendJSON(line, append([]hashFailure{}, d.errors...))
	if err != nil {
		return err
	}
	line = append(line, `,"totals":`...)
	if line, err = appendJSON(line, total); err != nil {
		return err
	}
	if interrupted {
		line = append(line, `,"interrupted":true`...)
	}
	return d.out.write(append(line, "}\n"...))
}

func appendJSON(b []byte, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	return append(b, text...), err
}
