package images

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/cli/display"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/interrupt"
	"github.com/skua-go/skua/cmd/internal/images"
	"github.com/skua-go/skua/cmd/skua/internal/dash"
)

func (o *options) run(cmd *cobra.Command, args []string) error {
	s, err := o.setup(cmd, args)
	if err != nil {
		return exit.With(exit.Usage, exit.Within("images", err))
	}
	begin := time.Now()
	if o.hosts.local() {
		s.options.Budget = images.Settle(s.memory)
	}
	pool, err := skua.New(skua.WithWorkers(s.jobs))
	if err != nil {
		return exit.Errorf(exit.NotStarted, "images: %w", err)
	}
	// A file system that does not answer, or a list that does not end, must not hold the user.
	plan, err := interrupt.Await(cmd.Context(), func() (*images.Plan, error) { return s.plan(cmd.Context(), pool) })
	if err != nil {
		return exit.With(exit.Usage, exit.Within("images", err))
	}
	report := newReport(cmd, o, plan, begin)
	if o.dryRun {
		return errors.Join(report.dryRun(), pool.Close())
	}
	err = o.work(cmd, s, pool, plan, report)
	return errors.Join(err, pool.Close())
}

// work carries the plan out.
func (o *options) work(cmd *cobra.Command, s *setup, pool *skua.Pool, plan *images.Plan, report *report) error {
	if o.joblog != "" {
		joblog, err := batch.OpenJoblog(o.joblog, s.mode)
		if err != nil {
			return exit.Errorf(exit.NotStarted, "images: %w", err)
		}
		defer joblog.Close()
		s.config.Joblog = joblog
	}
	if err := plan.Begin(); err != nil {
		return exit.Errorf(exit.NotStarted, "images: %w", err)
	}
	hosts, err := o.hosts.open(cmd, images.NewLocal(pool, s.jobs, s.options.Budget))
	if err != nil {
		return exit.Errorf(exit.NotStarted, "images: %w", err)
	}
	for _, host := range hosts {
		defer host.Close()
		s.config.Hosts = append(s.config.Hosts, report.watch(host))
	}
	s.config.Source = plan.Source(s.command)
	if s.options.Budget > 0 {
		s.config.Budget = batch.NewBudget(s.options.Budget)
	}
	s.config.What = "pictures"
	s.config.Messages, s.config.Progress = cmd.ErrOrStderr(), o.progress(cmd)
	board, err := o.show(cmd, pool, &s.config)
	if err != nil {
		return err
	}
	defer board.Close()
	summary, err := batch.Run(cmd.Context(), s.config)
	if err != nil && summary.OK+summary.Failed == 0 && cmd.Context().Err() == nil {
		return exit.Errorf(exit.NotStarted, "images: %w", err)
	}
	if err != nil {
		err = exit.Within("images", err)
	}
	return errors.Join(err, plan.End(), report.end(cmd.Context(), &summary))
}

// show begins the dashboard: of the pool, if the pictures are made here; of the hosts, if they are
// made elsewhere.
func (o *options) show(cmd *cobra.Command, pool *skua.Pool, c *batch.Config) (*dash.Dashboard, error) {
	if !o.dash.On() {
		return nil, nil
	}
	watched := dash.Watch(c)
	shown := dash.Show{Progress: watched.Progress}
	if o.hosts.local() {
		shown.Pool = pool
	} else {
		shown.Cluster = watched.Cluster
	}
	return o.dash.Start(cmd, shown)
}

// progress says how to tell how far the run is.
func (o *options) progress(cmd *cobra.Command) batch.Progress {
	switch {
	case o.mute:
		return batch.Silent
	case display.CanRedraw(cmd.ErrOrStderr()):
		return batch.Live
	case o.bar:
		return batch.Plain
	}
	return batch.Silent
}

// watch lets the report see how each work of a host ends.
func (r *report) watch(h batch.Host) batch.Host { return &watchedHost{h, r} }

// A watchedHost is a host whose outcomes a report sees.
type watchedHost struct {
	batch.Host
	report *report
}

func (h *watchedHost) Run(ctx context.Context, it *batch.Item, slot int, out *batch.Streams) batch.Outcome {
	o := h.Host.Run(ctx, it, slot, out)
	h.report.ended(it, &o)
	return o
}

// Lost tells why the host is lost for good, if it knows that of itself.
func (h *watchedHost) Lost() error {
	if l, ok := h.Host.(batch.Loser); ok {
		return l.Lost()
	}
	return nil
}
