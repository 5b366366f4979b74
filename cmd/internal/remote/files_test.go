//go:build unix

package remote

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
)

func TestHost_filesThereAndBack(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a")
	l.write("work/in.txt", "hello\n")
	l.write("work/out/old", "")
	l.write("far/abs.txt", "far\n")
	h := l.dial("a", 2, l.setup())
	abs := filepath.Join(l.Dir, "far/abs.txt")
	got := do(t.Context(), t, h, script(`tr a-z A-Z <"$1" >out/in.up; cat "$2" "$2" >"${2%.txt}.twice"; pwd; echo warning >&2; exit 3`, "in.txt", abs))
	if got.State != batch.Ended || got.Exit != 3 || got.Host != "a" || got.OK() {
		t.Errorf("outcome %+v, want exit 3 on a", got.Outcome)
	}
	if got.err != "warning\n" || !strings.HasPrefix(got.out, filepath.Join(l.Cache("a"), "skua/run/")) {
		t.Errorf("printed %q and %q", got.out, got.err)
	}
	if up, twice := string(l.read("work/out/in.up")), string(l.read("far/abs.twice")); up != "HELLO\n" || twice != "far\nfar\n" {
		t.Errorf("results %q and %q", up, twice)
	}
	if got.Sent != 10 || got.Received != 14 {
		t.Errorf("sent %d and received %d bytes, want 10 and 14", got.Sent, got.Received)
	}
	if l.logs.String() != "" {
		t.Errorf("said: %s", l.logs.String())
	}
	h.Close()
	eventually(t, "the host tidies up", func() bool { return len(l.Left("a")) == 0 })
}

// A shell's text is mapped as words are.
func TestHost_script(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a")
	l.write("far/x.txt", "x")
	h := l.dial("a", 1, l.setup())
	x := filepath.Join(l.Dir, "far/x.txt")
	got := do(t.Context(), t, h, &each.Command{Script: "cat " + x + " " + x + ">" + filepath.Join(l.Dir, "far/y"), Files: []string{x}})
	if !got.OK() || string(l.read("far/y")) != "xx" {
		t.Errorf("%+v %q", got, l.read("far/y"))
	}
}

func TestHost_contentIsSentOnce(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a")
	big := make([]byte, 3<<20)
	r := rand.NewChaCha8([32]byte{1})
	r.Read(big)
	l.write("work/big", string(big))
	l.write("work/same", string(big)) // another name
	h := l.dial("a", 4, l.setup())
	var all sync.WaitGroup
	var mu sync.Mutex
	sent := int64(0)
	for i := range 12 {
		all.Go(func() {
			name := []string{"big", "same"}[i%2]
			it := &batch.Item{Seq: i, Payload: script(`cmp "$1" "$1" && sha256sum <"$1"`, name)}
			got := doItem(t.Context(), t, h, it, i)
			if !got.OK() {
				t.Errorf("item %d: %+v", i, got)
			}
			mu.Lock()
			sent += got.Sent
			mu.Unlock()
		})
	}
	all.Wait()
	if sent != int64(len(big)) {
		t.Errorf("%d bytes were sent of a content with %d", sent, len(big))
	}
	h.Close()
	h = l.dial("a", 1, l.setup()) // another run
	if got := do(t.Context(), t, h, script(`cat "$1"`, "big")); got.Sent != 0 || got.out != string(big) {
		t.Errorf("the next run sent %d bytes", got.Sent)
	}
}

func TestHost_printsMuch(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a")
	h := l.dial("a", 1, l.setup())
	got := do(t.Context(), t, h, script(`seq 1 700000; echo e >&2; seq 1 3; printf end`))
	var want strings.Builder
	for i := 1; i <= 700_000; i++ {
		fmt.Fprintln(&want, i)
	}
	want.WriteString("1\n2\n3\nend")
	if !got.OK() || got.out != want.String() || got.err != "e\n" {
		t.Errorf("%d bytes printed, want %d; %+v", len(got.out), want.Len(), got.Outcome)
	}
}

func TestHost_inputErrors(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a")
	l.write("work/dir/x", "")
	h := l.dial("a", 1, l.setup())
	got := do(t.Context(), t, h, script(`:`, "dir"))
	if got.State != batch.Ended || got.OK() || !strings.Contains(fmt.Sprint(got.Outcome.Err), "is a directory") {
		t.Errorf("%+v", got)
	}
	got = do(t.Context(), t, h, &each.Command{Argv: []string{"no-such-program"}})
	if got.State != batch.Ended || got.Exit != 127 || !strings.Contains(fmt.Sprint(got.Outcome.Err), "no-such-program") {
		t.Errorf("%+v", got)
	}
	if got = do(t.Context(), t, h, script("echo alive")); got.out != "alive\n" {
		t.Errorf("afterwards: %+v", got)
	}
}

// What may not come back is told, and the item has not failed.
func TestHost_leavesHiddenFiles(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a")
	h := l.dial("a", 1, l.setup())
	got := do(t.Context(), t, h, script(`f=rc; echo >.$f; echo >ok; ln -s /etc/passwd link`))
	if !got.OK() || got.Note == "" || !strings.Contains(l.logs.String(), "a: not brought back: ") || !strings.Contains(l.logs.String(), "/.rc") {
		t.Errorf("%+v, said %q", got, l.logs.String())
	}
	if all, _ := os.ReadDir(l.work); len(all) != 1 {
		t.Errorf("came back: %v", all)
	}
}

func TestHost_shared(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a")
	l.write("work/in.txt", "hello\n")
	c := l.setup()
	c.Shared = true
	h := l.dial("a", 1, c)
	got := do(t.Context(), t, h, script(`pwd; cat "$1" >out`, "in.txt"))
	if !got.OK() || got.out != l.work+"\n" || string(l.read("work/out")) != "hello\n" || got.Sent != 0 || got.Received != 0 {
		t.Errorf("%+v", got)
	}
	os.RemoveAll(l.work)
	if got = do(t.Context(), t, h, script(`:`)); got.OK() || !strings.Contains(fmt.Sprint(got.Outcome.Err), l.work) {
		t.Errorf("without the directory: %+v", got)
	}
	if _, err := os.Stat(filepath.Join(l.Cache("a"), "skua/files")); err == nil {
		t.Error("a store was made for shared files")
	}
}

func TestHost_thousandItems(t *testing.T) {
	t.Parallel()
	l := newLab(t, "a", "b")
	for i := range 1000 {
		l.write(fmt.Sprintf("work/in/%d", i), fmt.Sprintln("content", i%100))
	}
	hosts, failed := DialAll(t.Context(), []Spec{{"a", 2}, {"b", 2}}, l.setup())
	if len(failed) > 0 {
		t.Fatal(failed)
	}
	next := make(chan int)
	var all sync.WaitGroup
	for _, h := range hosts {
		defer h.Close()
		for slot := range 4 {
			all.Go(func() {
				for i := range next {
					name := fmt.Sprintf("in/%d", i)
					got := doItem(t.Context(), t, h, &batch.Item{Seq: i, Payload: &each.Command{Argv: []string{"cp", name, name + ".out"}, Files: []string{name}}}, slot)
					if !got.OK() {
						t.Errorf("item %d: %+v", i, got)
					}
				}
			})
		}
	}
	for i := range 1000 {
		next <- i
	}
	close(next)
	all.Wait()
	for i := range 1000 {
		if got, want := string(l.read(fmt.Sprintf("work/in/%d.out", i))), fmt.Sprintln("content", i%100); got != want {
			t.Fatalf("result %d is %q", i, got)
		}
	}
}
