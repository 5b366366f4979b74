package batch

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
)

// BenchmarkRun is the dispatcher's own share of an item that costs nothing: with a
// joblog, and with files for a child's standard output and standard error.
func BenchmarkRun(b *testing.B) {
	for _, slots := range []int{1, 8} {
		for _, joblog := range []bool{false, true} {
			for _, files := range []bool{false, true} {
				b.Run(fmt.Sprintf("slots=%d/joblog=%v/files=%v", slots, joblog, files), func(b *testing.B) {
					benchRun(b, slots, joblog, files)
				})
			}
		}
	}
}

func benchRun(b *testing.B, slots int, joblog, files bool) {
	host := &local{slots: slots}
	if files {
		host.run = func(_ context.Context, _ *Item, s *Streams) Outcome {
			s.Out.File()
			s.Err.File()
			return Outcome{}
		}
	}
	c := Config{Source: newQueue(b.N), Hosts: []Host{host}}
	if joblog {
		var err error
		if c.Joblog, err = OpenJoblog(filepath.Join(b.TempDir(), "log"), Fresh); err != nil {
			b.Fatal(err)
		}
		defer c.Joblog.Close()
	}
	b.ResetTimer()
	if sum, err := Run(b.Context(), c); err != nil || sum.OK != b.N {
		b.Fatal(sum, err)
	}
}
