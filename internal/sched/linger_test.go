//go:build !explore

package sched

import (
	"testing"
	"time"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
)

// TestSearch: a search lingers while that pays, for a bounded time, and not where its processor was
// taken away.
func TestSearch(t *testing.T) {
	w := new(crew.Worker)
	s := beginSearch(w)
	if !s.lingers(false) {
		t.Error("a first search does not linger")
	}
	s.begun -= policy.Linger
	if s.looked = clock(); s.lingers(false) {
		t.Error("it lingers for longer than it should")
	}
	if s.begun, s.looked = clock(), clock(); s.lingers(false) {
		t.Error("it lingers again at once, after it did for nothing")
	}
	if s.looked = clock(); !s.lingers(true) {
		t.Error("it does not linger in a warm pool")
	}
	s.begun -= warmFor
	if s.looked = clock(); s.lingers(true) {
		t.Error("it lingers for ever in a warm pool")
	}
	s.wakes() // after a moment: to linger would have paid
	if s.looked = clock(); !s.lingers(false) {
		t.Error("it does not linger after a short sleep")
	}
	for _, warm := range []bool{false, true} {
		if s.looked -= taken + time.Microsecond; s.lingers(warm) {
			t.Errorf("warm %v: it lingers although its processor was taken away", warm)
		}
	}
	for range 30 {
		s.looked -= time.Second
		s.wakes()
	}
	if s.looked = clock(); s.lingers(false) {
		t.Error("it lingers again soon although others need its processor")
	}
}

// TestSearch_trifles: work that is not worth a search is no reason to linger.
func TestSearch_trifles(t *testing.T) {
	w := new(crew.Worker)
	s := beginSearch(w)
	s.finds()
	if s = beginSearch(w); s.lingers(false) {
		t.Error("it lingers after work that ended at once")
	}
	w.Memory = policy.Memory{FoundAt: clock() - time.Millisecond}
	if s = beginSearch(w); !s.lingers(false) {
		t.Error("it does not linger after work that took a millisecond")
	}
}
