package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua"
)

// start serves on a local port until the test ends.
func start(t *testing.T, h http.HandlerFunc) (url string) {
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func pool(t *testing.T) *skua.Pool {
	p, err := newPool()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// TestServer wants right answers to many requests at once.
func TestServer(t *testing.T) {
	var want []uint64
	for i := range rows {
		want = append(want, row(i))
	}
	url := start(t, onPool(pool(t)))
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() {
			answer, err := http.Get(url)
			if err != nil {
				t.Error(err)
				return
			}
			defer answer.Body.Close()
			var got []uint64
			if err := json.NewDecoder(answer.Body).Decode(&got); err != nil || !slices.Equal(got, want) {
				t.Errorf("the answer is %v, %v; want %v", got, err, want)
			}
		})
	}
	clients.Wait()
}

// TestServer_gone: a request whose client goes away leaves the line.
func TestServer_gone(t *testing.T) {
	p := pool(t)
	url := start(t, onPool(p))
	leave := make(chan struct{})
	var inside, clients sync.WaitGroup
	for range runtime.GOMAXPROCS(0) { // all that may compute
		in := make(chan struct{})
		inside.Go(func() {
			p.Run(context.Background(), func(w *skua.Worker) error {
				close(in)
				skua.Blocking(w, func() { <-leave })
				return nil
			})
		})
		<-in
	}
	ctx, cancel := context.WithCancel(context.Background())
	const n = 10
	for range n {
		clients.Go(func() {
			if ask(ctx, http.DefaultClient, url) == nil {
				t.Error("an answer, although the client has gone")
			}
		})
	}
	until(t, func(s skua.Stats) bool { return s.Waiting == n }, p)
	cancel()
	clients.Wait()
	until(t, func(s skua.Stats) bool { return s.Waiting == 0 && s.GaveUp == n }, p)
	close(leave)
	inside.Wait()
}

// until waits until the pool's numbers are as wanted.
func until(t *testing.T, ok func(skua.Stats) bool, p *skua.Pool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(p.Stats()); runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatalf("not after a minute; the pool says %+v", p.Stats())
		}
	}
}

// TestLoad sends a few requests in each way.
func TestLoad(t *testing.T) {
	for _, w := range ways {
		if err := one(w.name, 4, time.Minute); err != nil {
			t.Errorf("%s: %v", w.name, err)
		}
	}
	if one("no such way", 1, 0) == nil {
		t.Error("a way that is not there was found")
	}
}
