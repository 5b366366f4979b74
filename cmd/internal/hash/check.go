package hash

import (
	"cmp"
	"context"
	"io"
	"os"

	"github.com/skua-go/skua"
)

// 256 lines that were read and whose verdicts are not yet out; arbitrary, not
// measured. It bounds the memory of a check, as no line is longer than maxLine.
const maxAhead = 256

// Check emits one Result with a Want for each entry of sums, in their order and
// each as soon as all before it are known: it does not wait for the end of sums.
// Symbolic links are followed; "-" is the standard input. It returns the first
// error of sums or of emit, or the cause of the end of ctx. After ctx or emit
// ended it, a goroutine may still wait in the Read of sums.
func (j *Job) Check(ctx context.Context, sums *Sums) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c := &check{Job: j, ahead: make(chan struct{}, maxAhead)}
	var failed error // of emit; guarded by the order's lock, under which emit runs
	c.out, c.tail = newOrder(func(r Result) {
		<-c.ahead
		if failed != nil {
			return
		}
		if failed = j.emit(r); failed != nil {
			cancel(failed)
		}
	})
	c.scope = skua.NewScope(ctx, j.pool)
	err := c.spawnAll(ctx, read(ctx, sums))
	ended := c.scope.Wait()
	return cmp.Or(failed, context.Cause(ctx), err, ended)
}

// A check is what one goroutine knows that spawns a task for each entry.
type check struct {
	*Job
	scope *skua.Scope
	ahead chan struct{} // holds an element for each entry without a verdict
	tail  *slot[Result] // of the entries to come
	stdin chan struct{} // closed when the last task for the standard input is done
}

// next is what Sums.Next returned.
type next struct {
	entry Entry
	err   error
}

// read passes on the entries of sums, and the error after them, until ctx ends.
func read(ctx context.Context, sums *Sums) <-chan next {
	c := make(chan next)
	go func() {
		for {
			e, err := sums.Next()
			select {
			case c <- next{e, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return c
}

// spawnAll spawns all entries. Its error is that of the entries, or the cause of
// the end of ctx.
func (c *check) spawnAll(ctx context.Context, entries <-chan next) error {
	for {
		select {
		case n := <-entries:
			if n.err == io.EOF {
				return nil
			}
			if err := cmp.Or(n.err, c.makeRoom(ctx, n.entry)); err != nil {
				return err
			}
			c.spawn(n.entry)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// makeRoom waits until e may begin. Two entries that both read the standard input
// must not do so at the same time: the second finds it at its end.
func (c *check) makeRoom(ctx context.Context, e Entry) error {
	select {
	case c.ahead <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if e.Path != stdinName || c.stdin == nil {
		return nil
	}
	select {
	case <-c.stdin:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (c *check) spawn(e Entry) {
	slots := c.tail.cut(2)
	c.tail = slots[1]
	open := func() (io.ReadCloser, error) { return openFile(e.Path, true) }
	done := func() {}
	if e.Path == stdinName {
		end := make(chan struct{})
		c.stdin, done = end, func() { close(end) }
		open = standardInput
	}
	c.scope.Go(func(w *skua.Worker) error {
		defer done()
		r := c.file(w, e.Path, open)
		r.Want = &e.Want
		c.out.fill(slots[0], &r)
		return nil
	})
}

// stdinName is the name of the standard input in sums files.
const stdinName = "-"

// standardInput returns what leaves the standard input open when it is closed: a
// second line may name it.
func standardInput() (io.ReadCloser, error) { return io.NopCloser(os.Stdin), nil }
