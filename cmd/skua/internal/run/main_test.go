package run

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/skua/internal/hash"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// tellsTwin in the environment makes the tool say when the sequential twin of fib runs.
const tellsTwin = "SKUA_TEST_TELLS_TWIN"

func TestMain(m *testing.M) {
	if os.Getenv(tellsTwin) != "" {
		go tellTwin()
	}
	tooltest.Main(m, Command, hash.Command)
}

// tellTwin looks into the stacks until a goroutine is in the twin.
func tellTwin() {
	stacks := make([]byte, 1<<20)
	for !bytes.Contains(stacks[:runtime.Stack(stacks, true)], []byte("workload.fibSeq(")) {
		time.Sleep(time.Millisecond) // between two looks
	}
	fmt.Fprintln(os.Stderr, "the twin runs")
}
