package record

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/skua-go/skua/trace"
)

// A render writes a report.
type render func(w io.Writer, r *trace.Report) error

// renders has how to write a report to a file of that extension.
var renders = map[string]render{
	".json": func(w io.Writer, r *trace.Report) error { return r.WriteJSON(w) },
	".html": func(w io.Writer, r *trace.Report) error { return r.WriteHTML(w) },
}

// renderFor returns how to write a file of that name.
func renderFor(path string) (render, error) {
	if f := renders[filepath.Ext(path)]; f != nil {
		return f, nil
	}
	return nil, errors.New("want the name of a .json or .html file")
}

// large returns the fields of the JSON of r that are large.
func large(r *trace.Report) ([]byte, error) {
	return json.Marshal(struct {
		Moments []trace.Moment `json:"moments"`
		Dag     *trace.Dag     `json:"dag"`
	}{r.Moments, r.Dag})
}

// renderWith writes the JSON of r, with fields that large has returned in place of its own.
func renderWith(w io.Writer, r *trace.Report, large []byte) error {
	rest := *r
	rest.Moments, rest.Dag = nil, nil
	small, err := json.Marshal(&rest)
	if err != nil {
		return err
	}
	small[len(small)-1] = ',' // between the fields of both
	_, err = w.Write(append(small, large[1:]...))
	return err
}

// replace writes the file of that name so that it is complete at any time: a reader finds the
// old one or the new one.
func replace(path string, write func(w io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if err = write(f); err != nil {
		f.Close()
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		f.Close()
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
