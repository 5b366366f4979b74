//go:build invariants

package sleep

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/park"
)

// TestBroken takes steps that the protocol forbids, and wants each to panic with the
// number of the invariant that it breaks.
func TestBroken(t *testing.T) {
	to := func(f func(w word) word) func(h *house) { return func(h *house) { h.update(f) } }
	for _, c := range []struct {
		name, want string
		step       func(h *house)
	}{
		{"a search ends that nobody began", "(S1)", func(h *house) { h.EndSearch() }},
		{"two searchers in one change", "(S1)", to(func(w word) word { return w.addFree(-2) + 2*oneSearcher })},
		{"a waker without a search", "(S1)", func(h *house) { h.markAsleep(3); h.wake(beside) }},
		{"more debt than the word holds", "(S2)", to(func(w word) word { return w.addFree(-2 - freeBias) })},
		{"a token is given back that nobody held", "(S3)", func(h *house) { h.ReturnToken() }},
		{"a token is given back twice", "(S3)", func(h *house) { h.TakeToken(); h.ReturnToken(); h.ReturnToken() }},
		{"a busy worker without a token searches", "(S3)", func(h *house) { h.StartSearch() }},
		{"a token is lost with the size", "(S3)", func(h *house) { h.addTokens(-1); h.TakeToken(); h.ReturnToken(); h.ReturnToken() }},
		{"the event counter moves by two", "(S4)", to(func(w word) word { return w + 2*oneJEC })},
		{"a post takes a token with it", "(S4)", to(func(w word) word { return w.addFree(-1) + oneJEC })},
		{"a searcher sleeps without an announcement", "(S4)", func(h *house) { h.update(word.toSearcher); h.sleepUnlessPosted(9, 1) }},
		{"a searcher withdraws without an announcement", "(S4)", func(h *house) { h.update(word.toSearcher); h.Withdraw(1) }},
		{"starved where a token is free", "(S5)", to(func(w word) word { return w | starved })},
		{"starved where a worker searches", "(S5)", func(h *house) {
			h.enter(2)
			h.StartSearch()
			h.update(func(w word) word { return w | starved })
		}},
		{"starved is cleared as a token is taken", "(S5)", func(h *house) {
			h.Post()
			h.update(func(w word) word { return w.addFree(-1) &^ starved })
		}},
		{"a worker lies down twice", "(S6)", func(h *house) { h.markAsleep(4); h.markAsleep(4) }},
		{"a permit comes before the bit is cleared", "(S6)", func(h *house) {
			h.markAsleep(4)
			h.parkers[4].Unpark()
			h.parkUntilWoken(4)
		}},
		{"a bed is given to two", "(S7)", func(h *house) { h.Register(4, park.New()) }},
		{"a bed is left twice", "(S7)", func(h *house) { h.Leave(4); h.Leave(4) }},
		{"a sleeper leaves its bed", "(S7)", func(h *house) { h.markAsleep(4); h.Leave(4) }},
		{"a permit comes without a search", "(S1)", func(h *house) { h.parkers[4].Unpark(); h.parkUntilWoken(4) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text, c.want) {
					t.Errorf("recovered %q, want a panic that names %s", text, c.want)
				}
			}()
			c.step(newHouse())
		})
	}
}
