package record_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"
)

// BenchmarkCost runs programs with and without SKUA_TRACE, in turns, and reports how many times as much
// processor time recording takes: the median of all turns, which other programs of a machine change little.
// -benchtime 9x makes nine turns.
func BenchmarkCost(b *testing.B) {
	dir := b.TempDir()
	program := filepath.Join(dir, "cost")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-tags", "skua_record", "-o", program, "./testdata/cost").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	run := func(env string, args ...string) time.Duration {
		cmd := exec.Command(program, args...)
		cmd.Env = append(os.Environ(), env)
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	const steps = 100_000_000
	least := time.Duration(math.MaxInt64)
	for range 5 {
		least = min(least, run("", "alone", "1", strconv.Itoa(steps)))
	}
	for _, micros := range []int{1, 10, 100} {
		for _, shape := range []string{"forks", "indices", "tasks"} {
			b.Run(fmt.Sprintf("shape=%s/micros=%d", shape, micros), func(b *testing.B) {
				args := []string{shape, strconv.Itoa(4_000_000 / micros), strconv.Itoa(int(float64(steps*micros) / float64(least/time.Microsecond)))}
				var ratios []float64
				for b.Loop() {
					without := run("SKUA_TRACE=", args...)
					ratios = append(ratios, float64(run("SKUA_TRACE="+filepath.Join(dir, "r.json"), args...))/float64(without))
				}
				slices.Sort(ratios)
				b.ReportMetric(ratios[len(ratios)/2], "times")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
