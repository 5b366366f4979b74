package main

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/skua-go/skua"
)

// Half of the clients give up, one after the other, while the server computes. The
// others all get the answer.
func TestAnswers(t *testing.T) {
	pool, err := skua.New(skua.WithGuests(2))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler(pool))
	var hasty, patient sync.WaitGroup
	ctx, giveUp := context.WithCancel(context.Background())
	defer giveUp()
	for i := range 8 {
		n := 2000 + i
		patient.Go(func() {
			if got, err := get(context.Background(), server, n); err != nil || got != fmt.Sprint(serial(n)) {
				t.Errorf("got %q, %v, want %d", got, err, serial(n))
			}
			giveUp()
		})
		hasty.Go(func() {
			got, err := get(ctx, server, n)
			if err == nil && got != fmt.Sprint(serial(n)) {
				t.Errorf("got %q, want %d", got, serial(n))
			}
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Errorf("who gave up got %v, want %v", err, context.Canceled)
			}
		})
	}
	patient.Wait()
	hasty.Wait()
	server.Close()
	if err := pool.Close(); err != nil {
		t.Error(err)
	}
	if s := pool.Stats(); s.Guests != 0 || s.Waiting != 0 {
		t.Errorf("%d guests and %d waiting at the end, want none", s.Guests, s.Waiting)
	}
}
