package guide

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/schedule"
)

var words = strings.Fields("the skua steals what the gull has caught")

// index returns where each word is.
func index(p skua.Place, words []string) map[string][]int {
	at := par.MapN(len(words), func(i int) int { return i }, par.On(p))
	return par.GroupBy(at, func(i int) string { return words[i] }, par.On(p))
}

// region explore
func TestIndex(t *testing.T) {
	schedule.Explore(t, func(p skua.Place) map[string][]int {
		return index(p, words)
	})
}

// endregion

func TestIndex_the(t *testing.T) {
	if got := index(skua.Here(), words)["the"]; !slices.Equal(got, []int{0, 4}) {
		t.Errorf("the word is at %v, want 0 and 4", got)
	}
}

func TestFib(t *testing.T) {
	if got := fib.Run(20); got != 6765 {
		t.Errorf("fib(20) is %d, want 6765", got)
	}
}

func TestSize(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{dir, deep} {
		if err := os.WriteFile(filepath.Join(d, "file"), make([]byte, 100), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := size.Run(context.Background(), dir); got != 200 || err != nil {
		t.Errorf("the size is %d, error %v, want 200", got, err)
	}
	if _, err := size.Run(context.Background(), filepath.Join(dir, "none")); err == nil {
		t.Error("a directory that is not there is no error")
	}
}
