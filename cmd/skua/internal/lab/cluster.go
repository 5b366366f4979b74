package lab

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/clusterlab"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims"
	claim "github.com/skua-go/skua/lab/claims/cluster"
)

// node is the hidden command that makes this program a node of a cluster that the
// laboratory measures.
const node = "node"

// measured are the experiments of the laboratory, which cannot start processes itself:
// what it predicts of clusters is measured with processes of this program.
func measured() []lab.Experiment {
	all := claims.All()
	for i, e := range all {
		if program, err := os.Executable(); err == nil && e.ID == "cluster" {
			all[i] = claim.Measured(clusterlab.Runner(program, "lab", node))
		}
	}
	return all
}

func nodeCommand() *cobra.Command {
	return &cobra.Command{
		Use:    node,
		Short:  "Be a node of the experiment cluster",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return clusterlab.Serve(cmd.Context(), os.Stdin, cmd.OutOrStdout())
		},
	}
}
