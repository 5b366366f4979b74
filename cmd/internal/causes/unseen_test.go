//go:build !race

package causes

import (
	"path/filepath"
	"testing"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/trace"
)

// unseen are programs that the rules of the account were not made for.
var unseen = []program{
	{"blur", none, false},
	{"bfs", trace.Fine, true},
	{"wordcount", trace.Waiting, true},
	{"prefix", trace.Fine, true},
	{"quicksort", trace.Parallelism, false},
	{"queens", none, false},
	{"jsontree", trace.Collector, false},
	{"transpose", trace.Memory, true},
	{"pipeline", trace.Waiting, false},
	{"simulate", trace.Parallelism, false},
	{"mandel", none, false},
	{"archive", trace.Parallelism, true},
}

// TestUnseen allows one of these programs to be misjudged.
func TestUnseen(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: TestCauses has three programs")
	}
	tool := build(t, "./unseen/...")
	failed := 0
	some := unseen[:expect.Size(0, 4, len(unseen))]
	for _, p := range some {
		if wrong := tool.judge(t, p, filepath.Join("unseen", p.name)); wrong != "" {
			t.Log(wrong)
			failed++
		}
	}
	if failed > 1 {
		t.Errorf("%d of %d programs are misjudged", failed, len(some))
	}
}
