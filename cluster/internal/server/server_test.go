package server

import (
	"path/filepath"
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

// A process that leaves while it takes over leaves nothing behind: when Close returns,
// its server is gone and the directory is free.
func TestCloseWhileTakingOver(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	host := spawn(t, dir)
	locked, quitting := make(chan bool), make(chan bool)
	defer func(f func(string)) { step = f }(step)
	step = func(done string) {
		switch done {
		case "locked": // here, once the host is killed
			close(locked)
			<-quitting
		case "quitting":
			close(quitting)
		}
	}
	s := open(t, dir)
	host.kill()
	<-locked
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	l, err := tryLock(dir, Alone)
	if err != nil {
		t.Fatalf("the lock after Close: %v", err)
	}
	l.free()
}
