package event

import (
	"testing"
	"time"
)

// TestLine: what was written is read once and in order, however often chunks are used again, and nothing
// is there that was not written.
func TestLine(t *testing.T) {
	l := NewLine(0, "", false, time.Now(), func(*Line) {})
	read := int64(0)
	for wrote := int64(1); wrote <= 5*chunkLen; wrote++ {
		l.Put(Event{N: wrote})
		if wrote%chunkLen != 0 && wrote%7 != 0 {
			continue
		}
		for e, ok := l.Next(); ok; e, ok = l.Next() {
			if read++; e.N != read || read > wrote {
				t.Fatalf("event %d is %d, of %d that were written", read, e.N, wrote)
			}
			l.Took()
		}
		if read != wrote || l.Behind() != 0 {
			t.Fatalf("%d of %d events were read, %d chunks behind", read, wrote, l.Behind())
		}
	}
}
