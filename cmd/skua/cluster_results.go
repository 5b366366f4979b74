package main

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cluster"
)

func newResultsCommand(p *place) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "results JOB",
		Short: "Print the results of a job, and wait for them",
		Long: `Print the results of a job in the order of its payloads, as skua cluster submit does,
and wait for those that are not there. The job stays, until skua cluster forget.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			const name = "cluster results"
			return p.with(cmd, name, func(ctx context.Context, c *cluster.Client) error {
				job, err := c.Job(ctx, args[0])
				if err != nil {
					return err
				}
				failed, err := follow(cmd, name, c, job, asJSON)
				if err == nil && failed > 0 {
					err = fmt.Errorf("%d tasks of job %s failed", failed, job.ID)
				}
				return err
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print each result as a JSON object on a line")
	return cmd
}

// A clusterResult is a result in JSON.
type clusterResult struct {
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
	out := &lineWriter{w: cmd.OutOrStdout()}
	d := newDisplay(cmd.OutOrStdout(), cmd.ErrOrStderr())
	stop := showProgress(ctx, d, job)
	defer stop()
	for r, err := range job.Results(ctx) {
		failure, ok := errors.AsType[*cluster.TaskError](err)
		if err != nil && !ok {
			return failed, errors.Join(out.flush(), fmt.Errorf("%s: %w", name, err))
		}
		if failure != nil {
			failed++
			if !asJSON {
				d.message(fmt.Sprintf("skua: %s: task %s failed at attempt %d on node %s: %s", name, r.ID, failure.Attempt, failure.Node, visible(failure.Message)))
			}
		}
		if err := printResult(out, r, failure, asJSON); err != nil {
			return failed, err
		}
	}
	return failed, out.flush()
}

// printResult prints at once: results come as slowly as tasks end.
func printResult(out *lineWriter, r cluster.Result, failure *cluster.TaskError, asJSON bool) error {
	line := append(r.Data[:len(r.Data):len(r.Data)], '\n')
	if asJSON {
		j := clusterResult{ID: r.ID, Attempts: r.Attempts, Node: r.Node, TookNS: int64(r.Took)}
		switch text := string(r.Data); {
		case failure != nil:
			j.Error = failure.Message
		case utf8.ValidString(text):
			j.Result = &text
		default:
			j.Base64 = r.Data
		}
		var err error
		if line, err = appendJSON(nil, j); err != nil {
			return err
		}
		line = append(line, '\n')
	}
	if err := out.write(line); err != nil {
		return err
	}
	return out.flush()
}

// showProgress says now and then how far a job is, until stop: on a terminal in a
// line that is redrawn, elsewhere in a line every ten seconds.
func showProgress(ctx context.Context, d *display, job *cluster.Job) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	stopped := make(chan struct{})
	pause, live := labSilence, d.live
	if live {
		pause = 500 * time.Millisecond // a count is some round trips; arbitrary
	}
	go func() {
		defer close(stopped)
		for ticker := time.NewTicker(pause); ; {
			select {
			case <-ctx.Done():
				ticker.Stop()
				return
			case <-ticker.C:
			}
			p, err := job.Progress(ctx)
			if err != nil {
				continue
			}
			text := fmt.Sprintf("job %s: %d of %d tasks ended, %d of them failed", job.ID, p.Done, max(p.Tasks, p.Done), p.Failed)
			if live {
				d.line(text)
			} else {
				d.message("skua: " + text)
			}
		}
	}()
	return func() {
		cancel()
		<-stopped
		d.clear()
	}
}
