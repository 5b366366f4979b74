package each

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/inputs"
)

// TestList_order wants items in the order of the inputs, numbered.
func TestList_order(t *testing.T) {
	s := mustPlan(t, nil, nil, "-n", "2", "--tag", "echo", ":::", "a", "b", "c")
	items := drain(t, s, 4)
	if len(items) != 2 {
		t.Fatalf("%d items, want 2", len(items))
	}
	for i, want := range []struct {
		inputs     int
		label, tag string
	}{{2, "echo a b", "a b"}, {1, "echo c", "c"}} {
		it := items[i]
		if it.Seq != i+1 || it.First != 2*i || it.Inputs != want.inputs || it.Label != want.label || it.Tag != want.tag || it.Attempt != 1 {
			t.Errorf("item %d: %+v, want %+v", i+1, it, want)
		}
		c := it.Payload.(*Command)
		if env := fmt.Sprint(c.Env); env != fmt.Sprintf("[PARALLEL_SEQ=%d PARALLEL_JOBSLOT=5]", i+1) {
			t.Errorf("item %d: environment %s", i+1, env)
		}
		if files := strings.Join(c.Files, " "); files != want.tag {
			t.Errorf("item %d: files %q, want its inputs", i+1, files)
		}
	}
	if n, more := s.Total(); n != 3 || more || s.Err() != nil {
		t.Errorf("Total %d, %t, Err %v, want 3 and the end", n, more, s.Err())
	}
}

// TestList_return wants an item that came back before new ones, made for its new slot.
func TestList_return(t *testing.T) {
	s := mustPlan(t, nil, nil, "echo", "{%}", "{}", ":::", "a", "b")
	first := next(t, s, 0)
	first.Attempt = 2
	s.Return(first)
	if again := next(t, s, 7); again != first || again.Label != "echo 8 a" || again.Seq != 1 || again.Attempt != 2 {
		t.Errorf("after Return: %+v, want the same item for slot 8", again)
	}
	if b := next(t, s, 0); b.Label != "echo 1 b" {
		t.Errorf("then %q, want b", b.Label)
	}
	none(t, s, 0)
	s.Return(first)
	if again := next(t, s, 0); again != first {
		t.Errorf("after the end and Return: %q, want the item", again.Label)
	}
}

// TestList_weight wants what is not known first, then the longest.
func TestList_weight(t *testing.T) {
	took := map[string]float64{"echo a": 1, "echo b": 3, "echo c": 2, "echo d": 3}
	weigh := func(o *Options) { o.Weight = func(label string) float64 { return took[label] } }
	items := drain(t, mustPlan(t, nil, weigh, "echo", ":::", "a", "b", "x", "c", "d"), 0)
	if got := strings.Join(texts(items), ","); got != "echo x,echo b,echo d,echo c,echo a" {
		t.Errorf("longest first: %s", got)
	}
	if items[1].Seq != 2 || items[1].First != 1 || items[1].Weight != 3 {
		t.Errorf("an item keeps its number and place: %+v", items[1])
	}
	s := mustPlan(t, nil, weigh, "echo", ":::", "a", "b")
	next(t, s, 0)
	if sum := s.(batch.Weigher).Weight(); sum != 4 {
		t.Errorf("the sum of weights is %v, want 4", sum)
	}
}

// TestList_streams wants that an input is used before the next has come, and that a slot
// which waits for one gives up when its batch ends.
func TestList_streams(t *testing.T) {
	for _, flags := range [][]string{{"echo"}, {"-X", "echo"}} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		s := mustPlan(t, r, slots(2), flags...)
		for _, line := range []string{"a", "b"} {
			if _, err := io.WriteString(w, line+"\n"); err != nil {
				t.Fatal(err)
			}
			if it := next(t, s, 0); it.Label != "echo "+line {
				t.Errorf("%q: %q, want echo %s", flags, it.Label, line)
			}
		}
		if _, ok := s.Next(canceled(), 0); ok {
			t.Errorf("%q: an item after the end of the batch", flags)
		}
		ended := make(chan bool)
		go func() {
			_, ok := s.Next(t.Context(), 1) // waits: nothing has come
			ended <- ok
		}()
		w.Close()
		if <-ended {
			t.Errorf("%q: an item after the end of the inputs", flags)
		}
		r.Close()
	}
}

// countingReader makes lines for ever, or n of them, and counts them.
type countingReader struct {
	n, made int
	rest    string
}

func (r *countingReader) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.made == r.n {
			return 0, io.EOF
		}
		r.made++
		r.rest = fmt.Sprintf("%d\n", r.made)
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// TestFeed_bounded wants that a source reads ahead no more than it says: inputs without end
// take bounded memory.
func TestFeed_bounded(t *testing.T) {
	for _, c := range []struct {
		flags []string
		ahead int
	}{{[]string{"echo"}, 512}, {[]string{"-X", "echo"}, 1 << 16}, {[]string{"--shell", "-n", "3", "echo"}, 1 << 16}, {[]string{"--xargs", "echo"}, 1 << 16}} {
		in := &countingReader{n: -1}
		s := mustPlan(t, in, slots(2), c.flags...)
		taken := 0
		for range 2000 {
			it := next(t, s, 0)
			if it.First != taken {
				t.Fatalf("%q: item %d begins at input %d, want %d", c.flags, it.Seq, it.First, taken)
			}
			taken += it.Inputs
			// A share may have been handed out, so twice that.
			if n, _ := s.Total(); n > taken+2*c.ahead {
				t.Fatalf("%q: %d inputs were read, and only %d are used", c.flags, n, taken)
			}
			if taken > 2*c.ahead {
				break
			}
		}
	}
}

// TestList_concurrent wants each input once, whatever slots ask, also when items come back.
func TestList_concurrent(t *testing.T) {
	const inputs = 20000
	s := mustPlan(t, &countingReader{n: inputs}, slots(8), "echo")
	covers(t, s, 8, inputs)
}

// covers takes all items with many slots, returns some of them once, and wants each input in
// one item that was kept.
func covers(t *testing.T, s Source, n, inputs int) []*batch.Item {
	t.Helper()
	var mu sync.Mutex
	var kept []*batch.Item
	var wg sync.WaitGroup
	for slot := range n {
		wg.Go(func() {
			for {
				it, ok := s.Next(t.Context(), slot)
				if !ok {
					return
				}
				if it.Seq%7 == 0 && it.Attempt == 1 {
					it.Attempt = 2
					s.Return(it)
					continue
				}
				mu.Lock()
				kept = append(kept, it)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	slices.SortFunc(kept, func(a, b *batch.Item) int { return a.First - b.First })
	at := 0
	seqs := map[int]bool{}
	for _, it := range kept {
		if it.First != at || it.Inputs < 1 || seqs[it.Seq] {
			t.Fatalf("item %d has %d inputs from %d on, want them from %d on", it.Seq, it.Inputs, it.First, at)
		}
		args := it.Payload.(*Command).Argv
		if args[1] != fmt.Sprint(at+1) || args[len(args)-1] != fmt.Sprint(at+it.Inputs) {
			t.Fatalf("item %d, inputs from %d on: %s to %s", it.Seq, at, args[1], args[len(args)-1])
		}
		seqs[it.Seq] = true
		at += it.Inputs
	}
	if at != inputs || s.Err() != nil {
		t.Fatalf("items cover %d inputs, want %d; %v", at, inputs, s.Err())
	}
	return kept
}

// TestFeed_errors wants that what was read before an error is used, and that Err tells it.
func TestFeed_errors(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("a\nb\n"), errReader{})
	s := mustPlan(t, broken, nil, "echo")
	if got := texts(drain(t, s, 0)); len(got) != 2 || s.Err() == nil || !strings.Contains(s.Err().Error(), "standard input: broken") {
		t.Errorf("%q and %v, want two commands and the error", got, s.Err())
	}
	long := strings.NewReader("a\n" + strings.Repeat("x", inputs.Longest+2))
	s = mustPlan(t, long, nil, "echo")
	if got := texts(drain(t, s, 0)); len(got) != 1 || s.Err() == nil || !strings.Contains(s.Err().Error(), "input 2 is longer than") {
		t.Errorf("%q and %v, want one command and the error", got, s.Err())
	}
	s = mustPlan(t, nil, nil, "-s", "8", "echo", ":::", "a", "bc", "def", "g")
	if got := texts(drain(t, s, 0)); len(got) != 2 || s.Err() == nil || !strings.Contains(s.Err().Error(), "input 3: a command of 9 bytes") {
		t.Errorf("%q and %v, want two commands and the error", got, s.Err())
	}
	s = mustPlan(t, nil, nil, "-s", "10", "-n", "3", "-x", "echo", ":::", "a", "b", "c")
	if got := texts(drain(t, s, 0)); len(got) != 0 || s.Err() == nil || !strings.Contains(s.Err().Error(), "-x") {
		t.Errorf("%q and %v, want no command and the error", got, s.Err())
	}
	s = mustPlan(t, nil, nil, "-s", "10", "-n", "3", "echo", ":::", "a", "b", "c")
	if got := strings.Join(texts(drain(t, s, 0)), ","); got != "echo a b,echo c" || s.Err() != nil {
		t.Errorf("%q and %v, want two commands", got, s.Err())
	}
}

type errReader struct{}

func (errReader) Read([]byte) (int, error) { return 0, errors.New("broken") }

// TestInputs_files wants that files are closed, and that empty sources make no commands.
func TestInputs_files(t *testing.T) {
	file := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(file, []byte("a\nb"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := mustPlan(t, nil, nil, "echo", "::::", file, ":::", "x", "y")
	if got := strings.Join(texts(drain(t, s, 0)), ","); got != "echo a x,echo a y,echo b x,echo b y" {
		t.Error(got)
	}
	for _, line := range [][]string{{"echo", ":::"}, {"echo", ":::", ":::", "a"}, {"echo", ":::", "a", ":::"}, {"--link", "echo", ":::", "a", ":::"}, {"--header", ":", "echo", ":::"}, {"-X", "echo", ":::"}} {
		if got := texts(drain(t, mustPlan(t, nil, nil, line...), 0)); len(got) > 0 {
			t.Errorf("each %q: %q, want nothing: a source is empty", line, got)
		}
	}
}
