package cluster

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/cli/flags"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/cli/place"
	"github.com/skua-go/skua/cmd/internal/cli/text"
)

// An explainDocument is an explanation in JSON.
type explainDocument struct {
	SchemaVersion int        `json:"schema_version"`
	Job           string     `json:"job"`
	ID            string     `json:"id,omitempty"`
	State         string     `json:"state"`
	Sentence      string     `json:"sentence"`
	Handler       string     `json:"handler,omitempty"`
	Node          string     `json:"node,omitempty"`
	Since         *time.Time `json:"since,omitempty"`
	Attempt       int        `json:"attempt,omitempty"`
	Attempts      int        `json:"attempts,omitempty"`
	Error         string     `json:"error,omitempty"`
	Next          *time.Time `json:"next,omitempty"`
	Position      int        `json:"position,omitempty"`
	Of            int        `json:"of,omitempty"`
	Ahead         int        `json:"ahead,omitempty"`
	Nodes         int        `json:"nodes,omitempty"`
	Slots         int        `json:"slots,omitempty"`
	WaitNS        int64      `json:"wait_ns,omitempty"`
}

func newExplainDocument(x cluster.Explanation) explainDocument {
	when := func(t time.Time) *time.Time {
		if t.IsZero() {
			return nil
		}
		return &t
	}
	return explainDocument{schemaVersion, x.Job, x.ID, x.State.String(), x.Sentence, x.Handler, x.Node, when(x.Since),
		x.Attempt, x.Attempts, x.Error, when(x.Next), x.Position, x.Of, x.Ahead, x.Nodes, x.Slots, int64(x.Wait)}
}

func explainCommand(p *place.Place) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain JOB [TASK]",
		Short: "Say in words why a task waits",
		Long: `Say in words where a task is, and if it waits, why; or of a job, how far it is, and
why its oldest task waits.`,
		Example: `  skua cluster explain nightly
  skua cluster explain nightly 17`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			task := ""
			if len(args) > 1 {
				task = args[1]
			}
			return p.With(cmd, "cluster explain", func(ctx context.Context, c *cluster.Client) error {
				x, err := c.Explain(ctx, args[0], task)
				switch {
				case err != nil:
					return err
				case asJSON:
					return output.WriteJSON(cmd.OutOrStdout(), newExplainDocument(x))
				}
				_, err = fmt.Fprintln(cmd.OutOrStdout(), text.Visible(x.Sentence))
				return err
			})
		},
	}
	flags.JSON(cmd, &asJSON)
	return cmd
}
