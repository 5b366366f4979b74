//go:build invariants

package stuck

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestInvariants lets a watchdog report after one look, and wants it to panic.
func TestInvariants(t *testing.T) {
	defer func() {
		if text := fmt.Sprint(recover()); !strings.Contains(text, "(D3)") {
			t.Errorf("recovered %q, want a panic that names D3", text)
		}
	}()
	d := Watchdog{idle: 2}
	d.Look(new(still), time.Hour)
}
