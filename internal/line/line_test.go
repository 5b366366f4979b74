package line

import (
	"context"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// TestSit_ended: a caller whose context has ended, which nobody has told the line yet, is handed a seat. It
// gives the seat up.
func TestSit_ended(t *testing.T) {
	l := &Line{Seats: 1}
	l.Sit(nil, nil)
	ctx, cancel := context.WithCancel(context.Background())
	seat := make(chan bool)
	go func() { seat <- l.Sit(&Call{Context: ctx}, nil) }()
	expect.Eventually(t, "the caller is in line", func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return l.row.Len() == 1
	})
	cancel()
	l.Rise()
	if <-seat || l.taken != 0 {
		t.Errorf("%d seats are taken, want none", l.taken)
	}
}
