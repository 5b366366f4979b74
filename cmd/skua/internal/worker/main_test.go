package worker

import (
	"context"
	"os"
	"testing"
	"time"

	nodes "github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/skua/internal/cluster"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// gate in the environment names a file, and gives the tool a handler gate, whose task with the payload
// "wait" waits until the file is there.
const gate = "SKUA_TEST_GATE"

func TestMain(m *testing.M) {
	if file := os.Getenv(gate); file != "" {
		handlers["gate"] = func(_ context.Context, t *nodes.Task) ([]byte, error) {
			for string(t.Payload) == "wait" {
				if _, err := os.Stat(file); err == nil {
					break
				}
				time.Sleep(time.Millisecond) // between two looks
			}
			return t.Payload, nil
		}
	}
	tooltest.Main(m, Command, cluster.Command)
}
