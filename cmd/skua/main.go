package main

import (
	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/skua/internal/cluster"
	"github.com/skua-go/skua/cmd/skua/internal/each"
	"github.com/skua-go/skua/cmd/skua/internal/hash"
	"github.com/skua-go/skua/cmd/skua/internal/images"
	"github.com/skua-go/skua/cmd/skua/internal/root"
	"github.com/skua-go/skua/cmd/skua/internal/run"
	"github.com/skua-go/skua/cmd/skua/internal/test"
	"github.com/skua-go/skua/cmd/skua/internal/top"
	"github.com/skua-go/skua/cmd/skua/internal/why"
	"github.com/skua-go/skua/cmd/skua/internal/worker"
)

// commands has one row for each command of the tool.
var commands = []func() *cobra.Command{
	hash.Command,
	images.Command,
	each.Command,
	test.Command,
	run.Command,
	why.Command,
	top.Command,
	worker.Command,
	cluster.Command,
	each.AgentCommand,
	test.AgentCommand,
}

func main() { root.Main(commands...) }
