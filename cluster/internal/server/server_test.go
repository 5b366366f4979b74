package server

import (
	"testing"

	"github.com/nats-io/nats.go"
)

// Close lets handlers have what has arrived.
func TestCloseDrains(t *testing.T) {
	s := open(t, "")
	const n = 10
	gate, handled := make(chan bool), 0
	if _, err := s.Conn().Subscribe("q", func(*nats.Msg) { <-gate; handled++ }); err != nil {
		t.Fatal(err)
	}
	for range n {
		if err := s.Conn().Publish("q", nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Conn().FlushWithContext(waiting(t)); err != nil { // all have arrived
		t.Fatal(err)
	}
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	for range n {
		select {
		case gate <- true:
		case err := <-closed:
			t.Fatalf("Close returned %v when %d of %d messages were handled", err, handled, n)
		}
	}
	if err := <-closed; err != nil {
		t.Fatal(err)
	}
	if handled != n {
		t.Errorf("%d of %d messages were handled", handled, n)
	}
}
