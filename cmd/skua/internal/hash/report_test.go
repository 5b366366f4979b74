package hash

import (
	"strings"
	"testing"
	"time"
)

// TestHashReport_draw: there is nothing to draw before there is something to count.
func TestHashReport_draw(t *testing.T) {
	var out, messages strings.Builder
	h := newReport(&out, &messages, false)
	if got := h.status(2 * time.Second); got != "" {
		t.Errorf("before the work begins the line is %q", got)
	}
	h.progress(func() (files, bytes int64) { return 12, 3_456_789 })
	if got, want := h.status(2*time.Second), "12 files, 3.5 MB, 1.7 MB/s, 2.0 s"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
}
