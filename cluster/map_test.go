package cluster

import (
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// Tasks do not wait in the submitter for others that come only after a result.
func TestMap_waitsForNothing(t *testing.T) {
	p := newPlace(t)
	n := p.node(Config{Handlers: map[string]Handler{"echo": echo}})
	t.Run("window", func(t *testing.T) {
		got := 0
		for _, err := range n.Map(minute(t), JobSpec{Handler: "echo", Window: 1}, numbers(5)) {
			if got++; err != nil {
				t.Fatal(err)
			}
		}
		if got != 5 {
			t.Errorf("%d results, want 5", got)
		}
	})
	t.Run("iterator", func(t *testing.T) {
		ctx, read := minute(t), make(chan bool, 1)
		afterResult := func(yield func([]byte) bool) {
			for range 3 {
				if !yield(nil) {
					return
				}
				select {
				case <-read:
				case <-ctx.Done():
					return
				}
			}
		}
		for _, err := range n.Map(ctx, JobSpec{Handler: "echo"}, afterResult) {
			if err != nil {
				t.Fatal(err)
			}
			read <- true
		}
	})
}

// A node that drops what waits in it, because a Map is broken off, asks for the tasks of the
// next.
func TestMap_brokenOff(t *testing.T) {
	p := newPlace(t)
	n := p.node(Config{Slots: 4, Handlers: map[string]Handler{"echo": echo}})
	for range expect.Size(3, 6, 30) {
		got := 0
		for _, err := range n.Map(minute(t), JobSpec{Handler: "echo"}, numbers(500)) {
			if err != nil {
				t.Fatal(err)
			}
			if got++; got == 100 {
				break
			}
		}
	}
}

// Map leaves no large payloads and results on the server.
func TestMap_forgetsObjects(t *testing.T) {
	p, ctx := newPlace(t), minute(t)
	n := p.node(Config{Handlers: map[string]Handler{"echo": echo}})
	large := string(make([]byte, InlinePayload+1))
	for r, err := range n.Map(ctx, JobSpec{Handler: "echo"}, texts(large, large)) {
		if err != nil || len(r.Data) != len(large) {
			t.Errorf("%d bytes, %v", len(r.Data), err)
		}
	}
	if objects, err := n.b.blobNames(ctx); len(objects) > 0 || err != nil {
		t.Errorf("%d objects are left: %v", len(objects), err)
	}
}
