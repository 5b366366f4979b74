package photo

import (
	"context"
	"os"
	"path/filepath"

	"github.com/skua-go/skua/par"
)

// Write makes the files in dir, with all processors, and stops at the first that cannot be
// made. said, unless it is nil, is told of each file that is complete; calls overlap.
func Write(ctx context.Context, dir string, files []File, said func(f *File, size int)) error {
	// One by one: a file of 24 megapixels takes a second.
	return par.ForErr(ctx, len(files), func(_ context.Context, i int) error {
		f := &files[i]
		data, err := f.Encode()
		if err != nil {
			return err
		}
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			return err
		}
		if said != nil {
			said(f, len(data))
		}
		return nil
	}, par.Grain(1))
}
