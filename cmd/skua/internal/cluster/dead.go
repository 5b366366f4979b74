package cluster

import (
	"context"
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/cli/flags"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/cli/place"
	"github.com/skua-go/skua/cmd/internal/cli/text"
)

// A letter is a dead letter in JSON.
type letter struct {
	Job      string    `json:"job"`
	ID       string    `json:"id"`
	Handler  string    `json:"handler"`
	Attempts int       `json:"attempts"`
	Node     string    `json:"node"`
	Died     time.Time `json:"died"`
	Error    string    `json:"error"`
	Payload  []byte    `json:"payload_base64"`
}

type deadDocument struct {
	SchemaVersion int      `json:"schema_version"`
	Dead          []letter `json:"dead"`
}

func deadCommand(p *place.Place) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "dead [JOB]",
		Short: "List the tasks whose last attempt failed",
		Long: `List the dead letters of a job, or of all jobs: tasks whose last attempt failed,
with the error of that attempt. They are kept until skua cluster retry makes tasks of
them again, or skua cluster forget removes their job.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			job := ""
			if len(args) > 0 {
				job = args[0]
			}
			return p.With(cmd, "cluster dead", func(ctx context.Context, c *cluster.Client) error {
				return printDead(ctx, c, job, cmd.OutOrStdout(), asJSON)
			})
		},
	}
	flags.JSON(cmd, &asJSON)
	return cmd
}

func printDead(ctx context.Context, c *cluster.Client, job string, w io.Writer, asJSON bool) error {
	if job != "" {
		if _, err := c.Job(ctx, job); err != nil {
			return err
		}
	}
	d := deadDocument{schemaVersion, []letter{}}
	for l, err := range c.Dead(ctx, job) {
		if err != nil {
			return err
		}
		d.Dead = append(d.Dead, letter{l.Job, l.ID, l.Handler, l.Attempts, l.Node, l.Died, l.Error, l.Payload})
	}
	if asJSON {
		return output.WriteJSON(w, d)
	}
	t := output.NewTable(w)
	fmt.Fprintln(t, "JOB\tTASK\tHANDLER\tATTEMPTS\tNODE\tDIED\tPAYLOAD\tERROR")
	for _, l := range d.Dead {
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\n", text.Visible(l.Job), text.Visible(l.ID), text.Visible(l.Handler), l.Attempts, text.Visible(l.Node),
			l.Died.Local().Format(time.DateTime), shortly(l.Payload), text.Visible(l.Error))
	}
	return t.Flush()
}

// shortly shows the begin of a payload.
func shortly(payload []byte) string {
	const most = 32
	if !utf8.Valid(payload) {
		return fmt.Sprintf("%d bytes", len(payload))
	}
	if runes := []rune(string(payload)); len(runes) > most {
		return text.Visible(string(runes[:most])) + "…"
	}
	return text.Visible(string(payload))
}

func retryCommand(p *place.Place) *cobra.Command {
	return &cobra.Command{
		Use:   "retry JOB [TASK...]",
		Short: "Make tasks of dead letters again",
		Long: `Put dead letters of a job back on the queue, all or those named, with all their
attempts before them again.`,
		Example: `  skua cluster retry nightly
  skua cluster retry nightly 3 17`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.With(cmd, "cluster retry", func(ctx context.Context, c *cluster.Client) error {
				n, err := c.Retry(ctx, args[0], args[1:]...)
				if n > 0 || err == nil {
					fmt.Fprintf(cmd.ErrOrStderr(), "skua: cluster retry: %s of job %s put back on the queue\n", text.Count(n, "task"), args[0])
				}
				return err
			})
		},
	}
}

func cancelCommand(p *place.Place) *cobra.Command {
	return &cobra.Command{
		Use:   "cancel JOB...",
		Short: "Cancel jobs",
		Long: `Cancel jobs: their tasks that wait are removed, those that run are told to stop,
and what has ended stays. skua cluster forget removes the rest.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.With(cmd, "cluster cancel", func(ctx context.Context, c *cluster.Client) error {
				return forEach(cmd.ErrOrStderr(), args, "cluster cancel: job %s is cancelled", func(id string) error {
					job, err := c.Job(ctx, id)
					if err != nil {
						return err
					}
					return job.Cancel(ctx)
				})
			})
		},
	}
}

func forgetCommand(p *place.Place) *cobra.Command {
	return &cobra.Command{
		Use:   "forget JOB...",
		Short: "Remove all that is stored of jobs",
		Long: `Remove all that the cluster stores of jobs: tasks that wait, results, dead letters,
large payloads. A job that is open should be cancelled first.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.With(cmd, "cluster forget", func(ctx context.Context, c *cluster.Client) error {
				return forEach(cmd.ErrOrStderr(), args, "cluster forget: job %s is forgotten", func(id string) error { return c.Forget(ctx, id) })
			})
		},
	}
}

// forEach calls f for each ID, says so, and stops at the first error.
func forEach(w io.Writer, ids []string, done string, f func(id string) error) error {
	for _, id := range ids {
		if err := f(id); err != nil {
			return err
		}
		fmt.Fprintf(w, "skua: "+done+"\n", id)
	}
	return nil
}
