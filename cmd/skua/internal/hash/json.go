package hash

import (
	"errors"
	"io/fs"

	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/hash"
)

// A document writes the JSON form of a report file by file, each on a line of
// its own. The errors wait for the end of the files, so only the first are kept:
// their number is in the totals.
type document struct {
	out    *output.Lines
	opened bool
	errors []failure
}

const maxErrors = 10_000 // of a document; arbitrary

type file struct {
	output.Name
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
	Status string `json:"status,omitempty"` // of --check: OK or FAILED
}

type failure struct {
	output.Name
	Error string `json:"error"`
}

func (d *document) add(r hash.Result, status string) error {
	if err := r.Err; err != nil {
		if e, ok := errors.AsType[*fs.PathError](err); ok {
			err = e.Err
		}
		if len(d.errors) == maxErrors {
			return nil
		}
		d.errors = append(d.errors, failure{output.NewName(r.Path), err.Error()})
		return nil
	}
	line := []byte(d.separator())
	line, err := output.AppendJSON(line, file{output.NewName(r.Path), r.Sum.String(), r.Bytes, status})
	if err != nil {
		return err
	}
	return d.out.Add(line)
}

// separator is what stands before the next file.
func (d *document) separator() string {
	if d.opened {
		return ",\n"
	}
	d.opened = true
	return `{"schema_version":1,"files":[` + "\n"
}

// end closes the document, also after an interrupt: what it then holds is true,
// but not all.
func (d *document) end(total *totals, interrupted bool) error {
	line := []byte("\n")
	if !d.opened {
		line = []byte(d.separator())
	}
	line = append(line, `],"errors":`...)
	line, err := output.AppendJSON(line, append([]failure{}, d.errors...))
	if err != nil {
		return err
	}
	line = append(line, `,"totals":`...)
	if line, err = output.AppendJSON(line, total); err != nil {
		return err
	}
	if interrupted {
		line = append(line, `,"interrupted":true`...)
	}
	return d.out.Add(append(line, "}\n"...))
}
