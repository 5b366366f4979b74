package each

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/batch"
)

// planOf plans the words of a command line: flags, command, inputs.
func planOf(line []string, stdin io.Reader, more func(*Options)) (Source, error) {
	var o Options
	f := pflag.NewFlagSet("each", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.SetInterspersed(false)
	o.Bind(f)
	if err := f.Parse(line); err != nil {
		return nil, err
	}
	if more != nil {
		more(&o)
	}
	return o.Plan(f.Args(), stdin)
}

func mustPlan(t *testing.T, stdin io.Reader, more func(*Options), line ...string) Source {
	t.Helper()
	s, err := planOf(line, stdin, more)
	if err != nil {
		t.Fatalf("each %q: %v", line, err)
	}
	return s
}

// drain takes all items of a source for one slot.
func drain(t *testing.T, s Source, slot int) []*batch.Item {
	t.Helper()
	var items []*batch.Item
	for it, ok := s.Next(t.Context(), slot); ok; it, ok = s.Next(t.Context(), slot) {
		items = append(items, it)
	}
	return items
}

// texts are the commands of items.
func texts(items []*batch.Item) []string {
	var all []string
	for _, it := range items {
		all = append(all, it.Payload.(*Command).Text())
	}
	return all
}

func slots(n int) func(*Options) { return func(o *Options) { o.Slots = n } }

// next takes an item that must be there.
func next(t *testing.T, s Source, slot int) *batch.Item {
	t.Helper()
	it, ok := s.Next(t.Context(), slot)
	if !ok {
		t.Fatalf("slot %d: no item: %v", slot, s.Err())
	}
	return it
}

// none wants that there is no item.
func none(t *testing.T, s Source, slot int) {
	t.Helper()
	if it, ok := s.Next(t.Context(), slot); ok {
		t.Fatalf("slot %d: %q, want no item", slot, it.Label)
	}
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

func quoteAll(s []string) string { return "[" + strings.Join(s, "] [") + "]" }
