// Command words counts how often each word occurs in the Go files below a directory.
package main

import (
	"cmp"
	"context"
	"fmt"
	"go/build"
	"io/fs"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/skua-go/skua/par"
)

type counts map[string]int

func count(ctx context.Context, files []string) (counts, error) {
	return par.MapReduceErr(ctx, files, nil, countFile, merge)
}

func countFile(_ context.Context, file string) (counts, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	c := counts{}
	c.add(string(text))
	return c, nil
}

func (c counts) add(text string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		c[word]++
	}
}

// merge adds the smaller map to the larger one.
func merge(a, b counts) counts {
	if len(a) < len(b) {
		a, b = b, a
	}
	for word, n := range b {
		a[word] += n
	}
	return a
}

// goFiles lists the Go files below dir.
func goFiles(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && filepath.Ext(path) == ".go" {
			files = append(files, path)
		}
		return err
	})
	return files, err
}

func main() {
	files, err := goFiles(filepath.Join(build.Default.GOROOT, "src"))
	if err != nil {
		log.Fatal(err)
	}
	c, err := count(context.Background(), files)
	if err != nil {
		log.Fatal(err)
	}
	words := slices.SortedFunc(maps.Keys(c), func(a, b string) int { return cmp.Compare(c[b], c[a]) })
	for _, w := range words[:10] {
		fmt.Println(c[w], w)
	}
}
