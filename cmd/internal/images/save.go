package images

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/skua-go/skua/cmd/internal/picture"
)

// Save writes the outputs, made in the order of the Spec's sizes, and returns how many
// bytes they have. Each of them appears whole, with its final name, or not at all; a program that
// has the old file open keeps it. If one cannot be written none appears. Safe for concurrent use.
//
// Nothing is synced to the disk: after a loss of power, outputs of the last seconds may
// be empty, and the next run makes them again if their size shows it.
func (w *Work) Save(made []picture.Output) (written int64, err error) {
	if len(made) != len(w.Outputs) {
		return 0, fmt.Errorf("%d outputs were made, want %d", len(made), len(w.Outputs))
	}
	temps := make([]*temp, 0, len(made))
	defer func() {
		for _, t := range temps {
			t.remove()
		}
	}()
	for i := range made {
		t, err := writeTemp(filepath.Dir(w.Outputs[i].Path), made[i].Data)
		if err != nil {
			return 0, fmt.Errorf("cannot write %s: %w", w.Outputs[i].Path, bare(err))
		}
		temps = append(temps, t)
	}
	for i, t := range temps {
		if err := w.publish(t, &w.Outputs[i]); err != nil {
			return written, fmt.Errorf("cannot write %s: %w", w.Outputs[i].Path, bare(err))
		}
		written += int64(len(made[i].Data))
	}
	return written, nil
}

// writeTemp writes data to a new file in dir, which is made if there is none.
func writeTemp(dir string, data []byte) (*temp, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	t, err := createTemp(dir)
	if err != nil {
		return nil, err
	}
	if _, err := t.file.Write(data); err != nil {
		t.remove()
		return nil, err
	}
	return t, nil
}

// publish gives an output its name, and then writes it down in the ledger: an output that
// the ledger does not know is made again, so a ledger that cannot be written is no failure.
func (w *Work) publish(t *temp, out *Output) error {
	info, err := t.file.Stat()
	if err != nil {
		return err
	}
	name := filepath.Base(out.Path)
	if at, err := os.Lstat(out.Path); err == nil && at.IsDir() {
		return &fs.PathError{Op: "rename", Path: out.Path, Err: errIsDirectory}
	}
	if err := t.rename(name); err != nil {
		return err
	}
	w.ledgers.of(filepath.Dir(out.Path)).add(name, out.key, info)
	return nil
}
