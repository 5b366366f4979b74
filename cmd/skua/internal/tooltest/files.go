package tooltest

import (
	"errors"
	"os"
	"path/filepath"
)

// WriteFile writes a file, and makes its directory.
func WriteFile(t T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}
