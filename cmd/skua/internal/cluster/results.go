package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/cli/display"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/cli/place"
	"github.com/skua-go/skua/cmd/internal/cli/text"
	"github.com/skua-go/skua/cmd/skua/internal/dash"
)

func resultsCommand(p *place.Place) *cobra.Command {
	var asJSON bool
	var flag dash.Flag
	cmd := &cobra.Command{
		Use:   "results JOB",
		Short: "Print the results of a job, and wait for them",
		Long: `Print the results of a job in the order of its payloads, as skua cluster submit does,
and wait for those that are not there. The job stays, until skua cluster forget.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			const name = "cluster results"
			return p.With(cmd, name, func(ctx context.Context, c *cluster.Client) error {
				job, err := c.Job(ctx, args[0])
				if err != nil {
					return err
				}
				board, err := flag.Start(cmd, dash.Show{Cluster: dash.Cluster(c)})
				if err != nil {
					return err
				}
				defer board.Close()
				failed, err := follow(cmd, name, c, job, asJSON)
				if err == nil && failed > 0 {
					err = fmt.Errorf("%d tasks of job %s failed", failed, job.ID)
				}
				return err
			})
		},
	}
	flag.Bind(cmd.Flags())
	cmd.Flags().BoolVar(&asJSON, "json", false, "print each result as a JSON object on a line")
	return cmd
}

// A resultLine is a result in JSON.
type resultLine struct {
	ID       string  `json:"id"`
	Result   *string `json:"result,omitempty"`        // if it is text
	Base64   []byte  `json:"result_base64,omitempty"` // if it is not
	Error    string  `json:"error,omitempty"`
	Attempts int     `json:"attempts"`
	Node     string  `json:"node"`
	TookNS   int64   `json:"took_ns"`
}

// follow prints the results of a job as they come, in order, and says on the
// standard error how far it is and what failed.
func follow(cmd *cobra.Command, name string, c *cluster.Client, job *cluster.Job, asJSON bool) (failed int, err error) {
	ctx := cmd.Context()
	out := output.NewLines(cmd.OutOrStdout())
	d := display.New(cmd.OutOrStdout(), cmd.ErrOrStderr())
	stop := showProgress(ctx, d, job)
	defer stop()
	for r, err := range job.Results(ctx) {
		failure, ok := errors.AsType[*cluster.TaskError](err)
		if err != nil && !ok {
			return failed, errors.Join(out.Flush(), fmt.Errorf("%s: %w", name, err))
		}
		if failure != nil {
			if failed++; !asJSON && failed <= mostMessages {
				d.Message(fmt.Sprintf("skua: %s: task %s failed at attempt %d on node %s: %s", name, r.ID, failure.Attempt, failure.Node, text.Visible(failure.Message)))
			}
		}
		if err := printResult(out, r, failure, asJSON); err != nil {
			return failed, err
		}
	}
	if more := failed - mostMessages; more > 0 && !asJSON {
		d.Message(fmt.Sprintf("skua: %s: and %s more", name, text.Count(more, "task")))
	}
	return failed, out.Flush()
}

// mostMessages is how many failed tasks get a message of their own: skua cluster dead lists all.
const mostMessages = 10

// printResult prints at once: results come as slowly as tasks end.
func printResult(out *output.Lines, r cluster.Result, failure *cluster.TaskError, asJSON bool) error {
	line := append(r.Data[:len(r.Data):len(r.Data)], '\n')
	if asJSON {
		j := resultLine{ID: r.ID, Attempts: r.Attempts, Node: r.Node, TookNS: int64(r.Took)}
		switch data := string(r.Data); {
		case failure != nil:
			j.Error = failure.Message
		case utf8.ValidString(data):
			j.Result = &data
		default:
			j.Base64 = r.Data
		}
		var err error
		if line, err = output.AppendJSON(nil, j); err != nil {
			return err
		}
		line = append(line, '\n')
	}
	if err := out.Add(line); err != nil {
		return err
	}
	return out.Flush()
}

// showProgress says now and then how far a job is, until stop: on a terminal in a
// line that is redrawn, elsewhere in a line every ten seconds.
func showProgress(ctx context.Context, d *display.Display, job *cluster.Job) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	pause := display.Silence
	if d.Live() {
		pause = 500 * time.Millisecond // a count is some round trips; arbitrary
	}
	end := display.Every(pause, func() {
		p, err := job.Progress(ctx)
		if err != nil {
			return
		}
		line := fmt.Sprintf("job %s: %d of %d tasks ended, %d of them failed", job.ID, p.Done, max(p.Tasks, p.Done), p.Failed)
		if d.Live() {
			d.Line(line)
		} else {
			d.Message("skua: " + line)
		}
	})
	return func() {
		cancel()
		end()
		d.Clear()
	}
}
