package test

import (
	"testing"

	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m, Command, AgentCommand) }
