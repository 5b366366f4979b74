package dash_test

import (
	"testing"

	"github.com/skua-go/skua/cmd/skua/internal/cluster"
	"github.com/skua-go/skua/cmd/skua/internal/each"
	"github.com/skua-go/skua/cmd/skua/internal/hash"
	"github.com/skua-go/skua/cmd/skua/internal/lab"
	"github.com/skua-go/skua/cmd/skua/internal/run"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
	"github.com/skua-go/skua/cmd/skua/internal/worker"
)

func TestMain(m *testing.M) {
	tooltest.Main(m, run.Command, hash.Command, each.Command, lab.Command, worker.Command, cluster.Command)
}
