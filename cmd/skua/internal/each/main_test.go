package each

import (
	"testing"

	"github.com/skua-go/skua/cmd/skua/internal/cluster"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
	"github.com/skua-go/skua/cmd/skua/internal/worker"
)

func TestMain(m *testing.M) { tooltest.Main(m, Command, AgentCommand, worker.Command, cluster.Command) }
