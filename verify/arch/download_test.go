package arch

import (
	"archive/zip"
	"io/fs"
	"path"
	"testing"
)

// mostDownload is how many bytes the root module's zip may have, which is what go get brings.
const mostDownload = 1_300_000

// download returns the size of the root module's zip, made as a proxy makes it: the files of the root
// without those of the modules in it.
func download(fsys fs.FS, ignored func(name string) bool) (int64, error) {
	var size counter
	z := zip.NewWriter(&size)
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || name == ".":
			return err
		case ignored(name):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			if _, err := fs.Stat(fsys, path.Join(name, "go.mod")); err == nil {
				return fs.SkipDir
			}
			return nil
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		w, err := z.Create(rootModule + "@v0.1.0/" + name)
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	})
	if err == nil {
		err = z.Close()
	}
	return int64(size), err
}

type counter int64

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

func TestDownloadIsSmall(t *testing.T) {
	r := repo(t)
	size, err := download(r.fsys, ignored(r))
	t.Logf("the root module's zip has %d bytes", size)
	if err != nil || size > mostDownload {
		t.Errorf("the root module's zip has %d bytes, want at most %d (error %v)", size, mostDownload, err)
	}
}

func TestControlDownload(t *testing.T) {
	r := planted(t, "a.go", "package skua\n")
	small, err := download(r.fsys, ignored(r))
	if err != nil {
		t.Fatal(err)
	}
	r = planted(t, "a.go", "package skua\n", "lab/go.mod", "module x\n", "lab/a.go", "package lab\n", ".git", "gitdir: elsewhere\n")
	if size, err := download(r.fsys, ignored(r)); size != small || err != nil {
		t.Errorf("%d bytes with another module, %d without (error %v)", size, small, err)
	}
	r = planted(t, "a.go", "package skua\n", "b.go", "package skua\n")
	if size, err := download(r.fsys, ignored(r)); size <= small || err != nil {
		t.Errorf("%d bytes with another file, %d without (error %v)", size, small, err)
	}
}
