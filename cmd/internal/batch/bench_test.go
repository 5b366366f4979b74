package batch

import (
	"testing"
)

// BenchmarkRun is the dispatcher's own share of an item that costs nothing.
func BenchmarkRun(b *testing.B) {
	for _, slots := range []int{1, 2, 8} {
		for _, log := range []bool{false, true} {
			b.Run(benchName(slots, log), func(b *testing.B) {
				q := newQueue(b.N)
				c := Config{Source: q, Hosts: []Host{&local{slots: slots}}}
				if log {
					var err error
					if c.Joblog, err = OpenJoblog(b.TempDir()+"/log", Fresh); err != nil {
						b.Fatal(err)
					}
					defer c.Joblog.Close()
				}
				b.ResetTimer()
				if _, err := Run(b.Context(), c); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}

func benchName(slots int, log bool) string {
	name := "joblog=no/slots="
	if log {
		name = "joblog=yes/slots="
	}
	return name + string(rune('0'+slots))
}
