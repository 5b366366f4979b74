//go:build unix

package remote

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
)

// runBatch runs a script for the numbers from 1 to n on hosts.
func (l *lab) runBatch(n int, hosts []*Host, text string) (batch.Summary, string, error) {
	l.t.Helper()
	o := each.Defaults()
	args := []string{"/bin/sh", "-c", text, "sh", "{}", ":::"}
	for i := range n {
		args = append(args, fmt.Sprint(i+1))
	}
	source, err := o.Plan(args, nil)
	if err != nil {
		l.t.Fatal(err)
	}
	var out, said bytes.Buffer
	c := batch.Config{Source: source, Stdout: &out, Stderr: &said, Messages: &said, Ordered: true}
	for _, h := range hosts {
		c.Hosts = append(c.Hosts, h)
		defer h.Close()
	}
	sum, err := batch.Run(l.t.Context(), c)
	return sum, out.String() + said.String(), err
}

// A host dies in the middle of a batch: nothing is lost, and nothing fails.
func TestBatch_hostDies(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a", "b")
	hosts, failed := DialAll(t.Context(), []Spec{{"a", 2}, {"b", 2}}, l.setup())
	if len(failed) > 0 {
		t.Fatal(failed)
	}
	once := filepath.Join(l.Dir, "once")
	sum, said, err := l.runBatch(100, hosts, `test $1 != 20 || if mkdir `+once+` 2>&-; then kill -9 $PPID; sleep 100000; fi; echo $1; echo $1 >out-$1`)
	var want strings.Builder
	for i := range 100 {
		fmt.Fprintln(&want, i+1)
	}
	if err != nil || !sum.Good || len(sum.Lost) != 1 || sum.Rerun == 0 || !strings.Contains(said, want.String()[:20]) {
		t.Errorf("%+v, %v, said:\n%s", sum, err, said)
	}
	for i := range 100 {
		if got := string(l.read(fmt.Sprintf("work/out-%d", i+1))); got != fmt.Sprintln(i+1) {
			t.Errorf("result %d: %q", i+1, got)
		}
	}
	if all, _ := os.ReadDir(l.work); len(all) != 100 {
		t.Errorf("%d files, want 100", len(all))
	}
}

// All hosts die: the batch ends and tells of each.
func TestBatch_allDie(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a", "b")
	hosts, failed := DialAll(t.Context(), []Spec{{"a", 1}, {"b", 1}}, l.setup())
	if len(failed) > 0 {
		t.Fatal(failed)
	}
	sum, said, err := l.runBatch(20, hosts, `kill -9 $PPID; sleep 100000`)
	if err == nil || !strings.Contains(err.Error(), "host a is lost: ") || !strings.Contains(err.Error(), "host b is lost: ") {
		t.Errorf("%+v, %v, said:\n%s", sum, err, said)
	}
}
