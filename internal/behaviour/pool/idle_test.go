//go:build unix

package pool

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestIdle wants an idle pool of 8 workers to use less than 10 ms of processor time in 5 s, or in
// less time if it is not the night, in a process of its own so that nothing else counts.
func TestIdle(t *testing.T) {
	t.Parallel()
	const child, limit = "SKUA_TEST_IDLE", 10 * time.Millisecond
	pause := expect.Size(time.Second/2, time.Second, 5*time.Second)
	if os.Getenv(child) != "" {
		kit.Stealing(t)
		pool := kit.NewPool(t, 8)
		kit.Widest(t, pool)
		kit.WantFib(t, pool, 25)
		kit.WantFull(t, pool)
		if n := pool.Stats().Residents; n < 7 {
			t.Errorf("%d goroutines of the pool, want at least 7 that could be busy", n)
		}
		before, told := expect.ProcessorTime()
		if !told {
			t.Fatal("this system does not tell the processor time")
		}
		time.Sleep(pause)
		after, _ := expect.ProcessorTime()
		used := after - before
		fmt.Printf("used %v\n", used)
		if used >= limit {
			t.Errorf("an idle pool used %v in %v, want less than %v", used, pause, limit)
		}
		return
	}
	cmd := expect.Again(t)
	cmd.Env = append(os.Environ(), child+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	used, _, _ := strings.Cut(string(out), "\n")
	if !strings.HasPrefix(used, "used ") {
		t.Fatalf("the other process did not measure:\n%s", out)
	}
	t.Logf("8 idle workers %s of processor time in %v", used, pause)
}
