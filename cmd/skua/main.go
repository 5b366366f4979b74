// Command skua shows and measures the work-stealing scheduler of
// github.com/skua-go/skua.
//
// Data goes to standard output, messages go to standard error. The exit code is
// 0 if all went well, 1 if some items or the output failed, 2 for a usage error, 3
// if nothing could start, 130 after SIGINT and 143 after SIGTERM; a second signal
// kills.
package main

import (
	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/skua/internal/cluster"
	"github.com/skua-go/skua/cmd/skua/internal/each"
	"github.com/skua-go/skua/cmd/skua/internal/hash"
	"github.com/skua-go/skua/cmd/skua/internal/images"
	"github.com/skua-go/skua/cmd/skua/internal/lab"
	"github.com/skua-go/skua/cmd/skua/internal/root"
	"github.com/skua-go/skua/cmd/skua/internal/run"
	"github.com/skua-go/skua/cmd/skua/internal/worker"
)

// commands has one row for each command of the tool.
var commands = []func() *cobra.Command{
	hash.Command,
	images.Command,
	each.Command,
	run.Command,
	lab.Command,
	worker.Command,
	cluster.Command,
	each.AgentCommand,
}

func main() { root.Main(commands...) }
