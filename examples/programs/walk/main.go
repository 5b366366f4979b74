// Command walk counts the files, words and bytes below a directory, and stops
// at the first file that it cannot read.
package main

import (
	"bytes"
	"context"
	"fmt"
	"go/build"
	"log"
	"os"
	"path/filepath"

	"github.com/skua-go/skua"
)

type entry struct {
	path string
	dir  bool
}

type total struct{ files, words, bytes int }

func (t total) plus(u total) total {
	return total{t.files + u.files, t.words + u.words, t.bytes + u.bytes}
}

var tree = skua.NewFuncErr(func(f *skua.Frame[entry, total], e entry) (total, error) {
	if !e.dir {
		return count(e.path)
	}
	inside, err := list(e.path)
	if err != nil {
		return total{}, err
	}
	totals := make([]total, len(inside))
	f.Each(inside, totals)
	var sum total
	for _, t := range totals {
		sum = sum.plus(t)
	}
	return sum, nil
})

func list(dir string) ([]entry, error) {
	names, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	inside := make([]entry, len(names))
	for i, n := range names {
		inside[i] = entry{filepath.Join(dir, n.Name()), n.IsDir()}
	}
	return inside, nil
}

func count(file string) (total, error) {
	text, err := os.ReadFile(file)
	return total{1, len(bytes.Fields(text)), len(text)}, err
}

func main() {
	dir := filepath.Join(build.Default.GOROOT, "src", "net")
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	t, err := tree.Run(context.Background(), entry{dir, true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(t.files, "files,", t.words, "words,", t.bytes, "bytes")
}
