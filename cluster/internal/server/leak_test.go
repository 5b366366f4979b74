package server

import (
	"bytes"
	"context"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// Neither Close nor an Open that fails leaves goroutines or files open.
func TestNothingLeft(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	external := "nats://" + elsewhere(t, nil)
	silent := "nats://" + speaker(t, "220 no NATS\r\n")
	round := func() {
		for _, where := range []string{"", "alone:" + dir, dir, external} {
			s := open(t, where)
			if _, err := s.Conn().Subscribe("t.>", func(*nats.Msg) {}); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatalf("%q: %v", where, err)
			}
		}
		for _, where := range []string{silent, "alone:" + dir + "/lock", dir + "/lock"} {
			refused(t, where, Options{})
		}
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		for _, where := range []string{dir, "alone:" + dir, "", external} {
			if s, err := Open(ended, mustParse(t, where), Options{}); err == nil {
				s.Close() // it may win the race against its context
			}
		}
		// What an ended Open gave up is shut down behind it; the lock tells when.
		open(t, dir).Close()
	}
	round() // what a process starts once and keeps
	before := runtime.NumGoroutine()
	for range 3 {
		round()
	}
	deadline := time.Now().Add(patience)
	for runtime.NumGoroutine() > before {
		if time.Now().After(deadline) {
			var stacks bytes.Buffer
			pprof.Lookup("goroutine").WriteTo(&stacks, 1)
			t.Fatalf("%d goroutines, want %d as before\n%s", runtime.NumGoroutine(), before, &stacks)
		}
		runtime.Gosched()
		time.Sleep(time.Millisecond)
	}
}

// What goes wrong in the server goes to the log, in whole lines, and without its password; not that it
// starts and stops.
func TestLog(t *testing.T) {
	var log bytes.Buffer
	dir := filepath.Join(t.TempDir(), "c")
	s, err := Open(waiting(t), mustParse(t, dir), Options{Log: &log})
	if err != nil {
		t.Fatal(err)
	}
	auth, err := readAddress(dir)
	if err != nil {
		t.Fatal(err)
	}
	host := s.place.(*local).host.Load().ns
	host.Warnf("low on %s", "ink")
	host.Errorf("out of %s", "ink")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	warning, more, _ := strings.Cut(log.String(), "\n")
	if !strings.HasSuffix(warning, "server: warning: low on ink") || !strings.HasSuffix(more, "server: error: out of ink\n") || strings.Count(more, "\n") != 1 {
		t.Errorf("the log is %q", log.String())
	}
	if len(auth.Password) < 20 || strings.Contains(log.String(), auth.Password) {
		t.Errorf("password %q is short, or in the log", auth.Password)
	}
}
