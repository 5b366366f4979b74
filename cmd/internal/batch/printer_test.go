package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// A watched is a buffer that one can wait for.
type watched struct {
	mu      sync.Mutex
	changed sync.Cond
	text    string
}

func newWatched() *watched {
	w := &watched{}
	w.changed.L = &w.mu
	return w
}

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text += string(p)
	w.changed.Broadcast()
	return len(p), nil
}

// await returns when the buffer has some text.
func (w *watched) await(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !strings.Contains(w.text, text) {
		w.changed.Wait()
	}
}

// TestPrinter_whole: items that print in turns are shown whole, in order or as they end.
func TestPrinter_whole(t *testing.T) {
	for _, ordered := range []bool{false, true} {
		var lines [3]sync.WaitGroup // each line of the first item before that of the second
		for i := range lines {
			lines[i].Add(2)
		}
		ended := make(chan struct{})
		run := func(_ context.Context, it *Item, out *Streams) Outcome {
			for i := range lines {
				fmt.Fprintf(&out.Out, "%s line %d\n", it.Label, i)
				fmt.Fprintf(&out.Err, "%s error %d\n", it.Label, i)
				lines[i].Done()
				lines[i].Wait()
			}
			if it.Seq == 1 {
				<-ended
			}
			return Outcome{}
		}
		host := &local{slots: 2, run: func(ctx context.Context, it *Item, out *Streams) Outcome {
			if it.Seq == 3 {
				close(ended) // the second has been shown, or waits
				return Outcome{}
			}
			return run(ctx, it, out)
		}}
		var out, errs safe
		if _, err := Run(t.Context(), Config{Source: newQueue(3), Hosts: []Host{host}, Ordered: ordered, Stdout: &out, Stderr: &errs}); err != nil {
			t.Fatal(err)
		}
		first, second := "item 1 line 0\nitem 1 line 1\nitem 1 line 2\n", "item 2 line 0\nitem 2 line 1\nitem 2 line 2\n"
		want := second + first
		if ordered {
			want = first + second
		}
		if got := out.String(); got != want {
			t.Errorf("ordered %v: got\n%s, want\n%s", ordered, got, want)
		}
		if got, want := errs.String(), strings.ReplaceAll(want, "line", "error"); got != want {
			t.Errorf("ordered %v: errors\n%s, want\n%s", ordered, got, want)
		}
	}
}

// TestPrinter_pairs has items of two inputs each, which end from the last to the first.
func TestPrinter_pairs(t *testing.T) {
	const items = 4
	q := newQueue(items)
	var ends [items + 1]chan struct{}
	for i := range ends {
		ends[i] = make(chan struct{})
	}
	for i, it := range q.items {
		it.First, it.Inputs = 2*i, 2
	}
	close(ends[items])
	run := func(_ context.Context, it *Item, out *Streams) Outcome {
		io.WriteString(&out.Out, it.Label+"\n")
		<-ends[it.Seq]
		defer close(ends[it.Seq-1])
		return Outcome{}
	}
	var out safe
	p, want := Config{Source: q, Hosts: []Host{&local{slots: items, run: run}}, Ordered: true, Stdout: &out}, "item 1\nitem 2\nitem 3\nitem 4\n"
	d := newDispatcher(t.Context(), p)
	d.lookAtHosts()
	d.ended()
	if got := out.String(); got != want || len(d.printer.waiting) != 0 {
		t.Errorf("printed %q, %d wait; want %q", got, len(d.printer.waiting), want)
	}
}

// TestPrinter_stream: the first in line is shown while it runs, and so is the second when
// the first has ended. Each waits until what it has printed was shown.
func TestPrinter_stream(t *testing.T) {
	for name, c := range map[string]Config{
		"ordered":  {Ordered: true, Hosts: []Host{&local{slots: 2}}},
		"one slot": {Hosts: []Host{&local{slots: 1}}},
		"lines":    {Lines: true, Hosts: []Host{&local{slots: 3}}},
	} {
		out := newWatched()
		c.Source, c.Stdout = newQueue(3), out
		c.Hosts[0].(*local).run = func(_ context.Context, it *Item, s *Streams) Outcome {
			f, err := s.Out.File()
			if err != nil {
				return Outcome{Err: err}
			}
			text := it.Label + " begins\n"
			io.WriteString(f, text)
			out.await(text)
			io.WriteString(f, it.Label+" ends\n")
			return Outcome{}
		}
		sum, err := Run(t.Context(), c)
		if err != nil || sum.OK != 3 {
			t.Errorf("%s: %+v, %v", name, sum, err)
		}
		want := "item 1 begins\nitem 1 ends\nitem 2 begins\nitem 2 ends\nitem 3 begins\nitem 3 ends\n"
		if name != "lines" && out.text != want {
			t.Errorf("%s: got %q, want %q", name, out.text, want)
		}
		if strings.Count(out.text, "\n") != 6 {
			t.Errorf("%s: got %q", name, out.text)
		}
	}
}

// TestPrinter_lines: half a line waits for its end, while others print lines.
func TestPrinter_lines(t *testing.T) {
	out := newWatched()
	run := func(_ context.Context, it *Item, s *Streams) Outcome {
		io.WriteString(&s.Out, "half of "+it.Label)
		if it.Seq == 1 {
			out.await("half of item 2.\n")
		}
		io.WriteString(&s.Out, ".\nrest")
		if it.Seq == 2 {
			out.await("half of item 1.\n")
		}
		return Outcome{}
	}
	if _, err := Run(t.Context(), Config{Source: newQueue(2), Hosts: []Host{&local{slots: 2, run: run}}, Lines: true, Stdout: out}); err != nil {
		t.Fatal(err)
	}
	if want := "half of item 2.\nhalf of item 1.\nrestrest"; out.text != want {
		t.Errorf("got %q, want %q", out.text, want)
	}
}

// TestPrinter_longLines wants that lines stay whole that are longer than what is kept in memory: a part
// of one waits, while others print lines.
func TestPrinter_longLines(t *testing.T) {
	for _, size := range []int{memoryBound - 2, memoryBound - 1, memoryBound, 5*memoryBound + 7} {
		out := newWatched()
		long := strings.Repeat("x", size)
		run := func(_ context.Context, it *Item, s *Streams) Outcome {
			if it.Seq == 1 {
				io.WriteString(&s.Out, long)
				out.await("other\nother\n")
				io.WriteString(&s.Out, "y\nz\n")
				out.await("y\nz\n")
				return Outcome{}
			}
			for range 2 {
				io.WriteString(&s.Out, "other\n")
				out.await("other\n")
			}
			return Outcome{}
		}
		host := &local{slots: 2, run: run}
		if _, err := Run(t.Context(), Config{Source: newQueue(2), Hosts: []Host{host}, Lines: true, Stdout: out}); err != nil {
			t.Fatal(err)
		}
		if want := "other\nother\n" + long + "y\nz\n"; out.text != want {
			t.Errorf("a line of %d bytes is torn, at %d of %d", size, strings.Index(out.text, "o"), len(out.text))
		}
	}
}

// TestPrinter_retried: what a failed attempt has printed is not shown, nor logged.
func TestPrinter_retried(t *testing.T) {
	var out safe
	log, name := newJoblog(t)
	run := func(_ context.Context, it *Item, s *Streams) Outcome {
		fmt.Fprintf(&s.Out, "%s attempt %d\n", it.Label, it.Attempt)
		return Outcome{Exit: 3 - it.Attempt}
	}
	sum, err := Run(t.Context(), Config{
		Source: newQueue(2), Hosts: []Host{&local{slots: 2, run: run}}, Ordered: true, Stdout: &out, Joblog: log, Attempts: 5,
	})
	if want := "item 1 attempt 3\nitem 2 attempt 3\n"; err != nil || out.String() != want || sum.Retried != 4 || sum.OK != 2 {
		t.Errorf("printed %q, %+v, %v; want %q", out.String(), sum, err, want)
	}
	once(t, name, 2)
}

// TestPrinter_many lets the first of many items end last, in order. What the others have
// printed needs little memory and one file.
func TestPrinter_many(t *testing.T) {
	items, size := expect.Size(20_000, 20_000, 100_000), 500
	files, heap := openFiles(t), heapInUse()
	line := strings.Repeat("x", size-1) + "\n"
	others := make(chan struct{}, items)
	var grown uint64
	var more int
	run := func(_ context.Context, it *Item, s *Streams) Outcome {
		if it.Seq > 1 {
			io.WriteString(&s.Out, line)
			others <- struct{}{}
			return Outcome{}
		}
		for range items - 2 {
			<-others
		}
		grown, more = heapInUse()-heap, openFiles(t)-files
		return Outcome{}
	}
	shown := &counting{}
	sum, err := Run(t.Context(), Config{
		Source: newQueue(items), Hosts: []Host{&local{slots: 4, run: run}}, Ordered: true, Stdout: shown,
	})
	if err != nil || sum.OK != items || shown.n != size*(items-1) {
		t.Errorf("%+v, %v; %d bytes were shown", sum.OK, err, shown.n)
	}
	// The items of the test's own queue are a third of it.
	if limit := uint64(storeBound + items*900); grown > limit || more > 10 {
		t.Errorf("the heap has grown by %d bytes, the files by %d; want at most %d and 10", grown, more, limit)
	}
}

func heapInUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// counting counts what is written.
type counting struct{ n int }

func (c *counting) Write(p []byte) (int, error) {
	c.n += len(p)
	return len(p), nil
}

// failing takes some writes.
type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errors.New("no space left")
	}
	return len(p), nil
}

// TestPrinter_fails: a batch ends when standard output takes no more, and what was not
// shown is not in the joblog.
func TestPrinter_fails(t *testing.T) {
	r, closed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer closed.Close()
	r.Close()
	for what, out := range map[string]io.Writer{"no space left": &failing{left: 3}, "broken pipe": closed} {
		for _, ordered := range []bool{false, true} {
			log, name := newJoblog(t)
			if f, ok := out.(*failing); ok {
				f.left = 3
			}
			sum, err := Run(t.Context(), Config{
				Source: newQueue(1000), Stdout: out, Ordered: ordered, Joblog: log,
				Hosts: []Host{&local{slots: 2, run: prints(func(it *Item) string { return it.Label })}},
			})
			if err == nil || !strings.Contains(err.Error(), what) || !ordered && sum.OK > 900 {
				t.Errorf("%s, ordered %v: %d items, %v", what, ordered, sum.OK, err)
			}
			want := 3
			if out == closed {
				want = 0
			}
			if got := logged(t, name); len(got) != want {
				t.Errorf("%s, ordered %v: the joblog has %v, want %d items", what, ordered, got, want)
			}
		}
	}
}

// TestPrinter_tag compares with GNU parallel.
func TestPrinter_tag(t *testing.T) {
	texts := []string{"", "a", "a\n", "a\nb", "\n\n", "a\rb\r\nc\n"}
	want, err := gnu(t, append([]string{"-k", "--tagstring", "item {#}", "printf", "%b", ":::"}, escaped(texts)...)...)
	if err != nil {
		t.Fatal(err)
	}
	var out safe
	if _, err := Run(t.Context(), Config{
		Source: newQueue(len(texts)), Stdout: &out, Ordered: true, Tag: true,
		Hosts: []Host{&local{slots: 2, run: prints(func(it *Item) string { return texts[it.First] })}},
	}); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != want {
		t.Errorf("got %q, GNU parallel prints %q", got, want)
	}
}

// escaped are texts for printf's %b.
func escaped(texts []string) []string {
	var all []string
	for _, text := range texts {
		all = append(all, strings.NewReplacer("\n", `\n`, "\r", `\r`).Replace(text))
	}
	return all
}

// TestPrinter_ungroup: an item has our own files.
func TestPrinter_ungroup(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	run := func(_ context.Context, it *Item, s *Streams) Outcome {
		f, err := s.Out.File()
		if f != w || err != nil {
			return Outcome{Err: fmt.Errorf("the file is %v, %w", f, err)}
		}
		io.WriteString(&s.Out, "written\n")
		return Outcome{}
	}
	c := Config{Source: newQueue(2), Hosts: []Host{&local{slots: 1, run: run}}, Stdout: w, Stderr: w, Ungroup: true}
	if sum, err := Run(t.Context(), c); err != nil || sum.OK != 2 {
		t.Errorf("%+v, %v", sum, err)
	}
	w.Close()
	if got, err := io.ReadAll(r); string(got) != "written\nwritten\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	c.Stdout = &safe{}
	if _, err := Run(t.Context(), c); err == nil {
		t.Error("ungrouped output to a buffer is no error")
	}
	c.Stdout, c.Ordered = w, true
	if _, err := Run(t.Context(), c); err == nil {
		t.Error("ungrouped output in order is no error")
	}
}
