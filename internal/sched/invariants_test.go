//go:build invariants

package sched

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/crew"
)

// TestInvariants takes steps that a pool must not take, and wants each to panic with the
// number of the invariant that it breaks.
func TestInvariants(t *testing.T) {
	for _, c := range []struct {
		name, want string
		step       func(p *Pool)
	}{
		{"a call comes into a pool that is over", "(Q4)", func(p *Pool) {
			p.door.closed, p.door.inside = true, 1
			p.door.checkAdmitted()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text, c.want) {
					t.Errorf("recovered %q, want a panic that names %s", text, c.want)
				}
			}()
			c.step(New(crew.Config{Workers: 1}))
		})
	}
}
