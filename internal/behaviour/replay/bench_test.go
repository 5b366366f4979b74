package replay

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/steals"
)

var fib *skua.Func[int, int]

func init() {
	fib = skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
		if n < 2 {
			return n
		}
		x, y := f.Both(n-1, n-2)
		return x + y
	})
}

// BenchmarkOverhead is what recordings and replays cost, for each unit: a fork of fib, an index of
// a loop, a spawned task.
func BenchmarkOverhead(b *testing.B) {
	sums := make([]float64, 1_000_000)
	for _, w := range []struct {
		name  string
		units int
		run   func(p *skua.Pool)
	}{
		{"fib", 832_039, func(p *skua.Pool) { fib.On(p, 29) }},
		{"for", len(sums), func(p *skua.Pool) { par.For(len(sums), func(i int) { sums[i] += float64(i) }, par.On(p)) }},
		{"scope", 10_000, func(p *skua.Pool) {
			s := skua.NewScope(context.Background(), p)
			for range 10_000 {
				s.Go(func(*skua.Worker) error { return nil })
			}
			_ = s.Wait()
		}},
	} {
		bench := func(how string, pool maker) {
			b.Run("program="+w.name+"/run="+how, func(b *testing.B) {
				file := filepath.Join(b.TempDir(), "steals")
				pass := func(pool maker) {
					p, err := pool(file, skua.WithWorkers(2))
					if err != nil {
						b.Fatal(err)
					}
					for range b.N {
						w.run(p)
					}
					b.StopTimer()
					if err := p.Close(); err != nil {
						b.Fatal(err)
					}
				}
				if how == "replaying" {
					b.StopTimer()
					pass(steals.Record)
					b.StartTimer()
				}
				pass(pool)
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(w.units), "ns/unit")
			})
		}
		bench("plain", func(_ string, options ...skua.Option) (*skua.Pool, error) { return skua.New(options...) })
		bench("recording", steals.Record)
		bench("replaying", steals.Replay)
	}
}
