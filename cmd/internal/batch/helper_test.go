package batch

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// A queue is a Source: items in a row, which may come late.
type queue struct {
	mu      sync.Mutex
	changed sync.Cond
	items   []*Item
	total   int
	more    bool // push may come
	out     map[*Item]bool
}

func newQueue(n int) *queue {
	q := &queue{out: map[*Item]bool{}}
	q.changed.L = &q.mu
	for i := range n {
		q.push(fmt.Sprintf("item %d", i+1))
	}
	return q
}

func (q *queue) push(label string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.total++
	q.items = append(q.items, &Item{Seq: q.total, First: q.total - 1, Inputs: 1, Label: label, Tag: label, Weight: 1})
	q.changed.Broadcast()
}

func (q *queue) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.more = false
	q.changed.Broadcast()
}

func (q *queue) Next(ctx context.Context, _ int) (*Item, bool) {
	defer context.AfterFunc(ctx, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.changed.Broadcast()
	})()
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && q.more && ctx.Err() == nil {
		q.changed.Wait()
	}
	if len(q.items) == 0 || ctx.Err() != nil {
		return nil, false
	}
	it := q.items[0]
	q.items = q.items[1:]
	q.out[it] = true
	return it, true
}

func (q *queue) Return(it *Item) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.out[it] {
		panic(fmt.Sprintf("%s was returned and is not out", it.Label))
	}
	delete(q.out, it)
	q.items = append(q.items, it)
	q.changed.Broadcast()
}

func (q *queue) Total() (int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.total, q.more
}

// A local is this machine with a function for each item.
type local struct {
	slots int
	run   func(ctx context.Context, it *Item, out *Streams) Outcome
}

func (l *local) Name() string { return ":" }
func (l *local) Slots() int   { return l.slots }
func (l *local) Ahead() int   { return 0 }
func (l *local) GiveBack(int) {}
func (l *local) Close() error { return nil }
func (l *local) Run(ctx context.Context, it *Item, _ int, out *Streams) Outcome {
	start := time.Now()
	o := Outcome{}
	if l.run != nil {
		o = l.run(ctx, it, out)
	}
	o.Start, o.Took = start, time.Since(start)
	return o
}

// prints returns a function that prints and fails by itself.
func prints(text func(it *Item) string) func(context.Context, *Item, *Streams) Outcome {
	return func(_ context.Context, it *Item, out *Streams) Outcome {
		io.WriteString(&out.Out, text(it))
		return Outcome{}
	}
}

// A safe is a buffer.
type safe struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *safe) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(p)
}

func (s *safe) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.String()
}

// newJoblog opens a joblog in a directory of the test.
func newJoblog(t *testing.T) (*Joblog, string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "joblog")
	l, err := OpenJoblog(name, Fresh)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l, name
}

// logged returns how often each number is in a joblog.
func logged(t *testing.T, name string) map[int]int {
	t.Helper()
	entries, err := ReadJoblog(name)
	if err != nil {
		t.Fatal(err)
	}
	n := map[int]int{}
	for _, e := range entries {
		n[e.Seq]++
	}
	return n
}

// once fails the test unless each number from 1 to n is in the joblog exactly once.
func once(t *testing.T, name string, n int) {
	t.Helper()
	got := logged(t, name)
	for seq := 1; seq <= n; seq++ {
		if got[seq] != 1 {
			t.Errorf("item %d is in the joblog %d times", seq, got[seq])
		}
	}
	if len(got) != n {
		t.Errorf("%d items are in the joblog, want %d", len(got), n)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func mkdirFor(name string) error { return os.MkdirAll(filepath.Dir(name), 0o777) }
