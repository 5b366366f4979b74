package hash

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/flags"
	"github.com/skua-go/skua/cmd/internal/cli/interrupt"
	"github.com/skua-go/skua/cmd/internal/hash"
	"github.com/skua-go/skua/cmd/skua/internal/dash"
)

type options struct {
	check   string
	strict  bool
	missing bool // is no failure
	quiet   bool
	status  bool
	zero    bool
	json    bool
	workers int
	dash    dash.Flag
}

func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "hash DIR... | hash --check FILE",
		Short: "Print or check the SHA-256 of every file of a tree",
		Long: `Print the SHA-256 of every regular file of each DIR, sorted by path, as
    find DIR -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
does, or verify such lines as sha256sum --check does. A DIR may also be a file.
Symbolic links are not followed, except by --check.`,
		Example: `  skua hash src docs >SUMS
  skua hash --check SUMS`,
		Args: func(cmd *cobra.Command, args []string) error {
			switch check := cmd.Flags().Changed("check"); {
			case check && len(args) > 0:
				return fmt.Errorf("hash: --check takes one FILE of checksums, and no other argument: %q is too much", args[0])
			case !check && len(args) == 0:
				return errors.New("hash: want a DIR or file to hash, or --check FILE")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	f := cmd.Flags()
	f.StringVarP(&o.check, "check", "c", "", "verify the lines of `FILE`, - for standard input")
	f.BoolVar(&o.strict, "strict", false, "with --check: fail also for lines that make no sense")
	f.BoolVar(&o.missing, "ignore-missing", false, "with --check: pass over files that are not there")
	f.BoolVar(&o.quiet, "quiet", false, "with --check: do not print OK for each file that is")
	f.BoolVar(&o.status, "status", false, "with --check: print nothing, the exit code tells")
	f.BoolVarP(&o.zero, "zero", "z", false, "lines end by NUL and names are as they are, also with --check")
	f.BoolVar(&o.json, "json", false, "print one JSON document")
	f.IntVar(&o.workers, "workers", 0, "number of workers, 0 for GOMAXPROCS; try more if the files are not cached")
	o.dash.Bind(f)
	return cmd
}

// workFunc is a command whose arguments were found good. It hands its results to
// a report.
type workFunc func(context.Context, *skua.Pool, *report) error

func (o *options) run(cmd *cobra.Command, args []string) error {
	if err := o.valid(cmd); err != nil {
		return exit.With(exit.Usage, exit.Within("hash", err))
	}
	r := newReport(cmd.OutOrStdout(), cmd.ErrOrStderr(), o.json)
	r.asked = *o
	// To open a named pipe waits for its writer, to look at a file for its server.
	work, err := interrupt.Await(cmd.Context(), func() (workFunc, error) { return o.plan(cmd, args, r) })
	if err != nil {
		return exit.With(exit.Usage, exit.Within("hash", err))
	}
	pool, err := skua.New(skua.WithWorkers(o.workers))
	if err != nil {
		return exit.Errorf(exit.NotStarted, "hash: %w", err)
	}
	board, err := o.dash.Start(cmd, dash.Show{Pool: pool, Progress: r.shown})
	if err != nil {
		return errors.Join(err, pool.Close())
	}
	defer board.Close()
	stopShowing := r.show()
	err = interrupt.Supervise(cmd.Context(), func(ctx context.Context) error {
		err := work(ctx, pool, r)
		stopShowing()
		if failed := r.end(pool.Stats(), ctx.Err() != nil); err == nil {
			err = failed
		}
		return err
	})
	if errors.Is(err, interrupt.ErrStuck) {
		return err // the workers may still use the report and the pool
	}
	board.Close()
	err = errors.Join(err, pool.Close(), r.verdict(o.strict))
	if err != nil && o.status && cmd.Context().Err() == nil {
		return exit.ErrSomeFailed
	}
	return err
}

func (o *options) valid(cmd *cobra.Command) error {
	for _, name := range []string{"strict", "ignore-missing", "quiet", "status"} {
		if cmd.Flags().Changed(name) && !cmd.Flags().Changed("check") {
			return fmt.Errorf("--%s is for --check", name)
		}
	}
	if o.json && (o.quiet || o.status) {
		return errors.New("--json does not go with --quiet and --status, which leave out what it prints")
	}
	if o.json && o.zero && !cmd.Flags().Changed("check") {
		return errors.New("--json does not go with --zero: it prints no lines")
	}
	return flags.Workers(o.workers, 0)
}

// end is what ends a line of sums.
func (o *options) end() byte {
	if o.zero {
		return 0
	}
	return '\n'
}

// plan looks at all arguments, so that nothing starts if one of them is wrong.
func (o *options) plan(cmd *cobra.Command, args []string, r *report) (workFunc, error) {
	if cmd.Flags().Changed("check") {
		if o.check == "-" {
			return checkWork(cmd.InOrStdin(), "standard input", true, o.end()), nil
		}
		sums, err := os.Open(o.check)
		if err != nil {
			return nil, err
		}
		return checkWork(sums, o.check, false, o.end()), nil
	}
	roots, skipped, err := hash.Roots(args)
	if err != nil {
		return nil, err
	}
	for _, path := range skipped {
		r.message(path, errors.New("neither a file nor a directory, skipped"))
	}
	return func(ctx context.Context, pool *skua.Pool, r *report) error {
		job := hash.NewJob(pool, r.add)
		r.progress(job.Progress)
		return job.Trees(ctx, roots)
	}, nil
}

// checkWork verifies the lines of sums, which is called name in messages.
func checkWork(sums io.Reader, name string, isStdin bool, end byte) workFunc {
	return func(ctx context.Context, pool *skua.Pool, r *report) error {
		lines := hash.NewSums(sums, name, isStdin, end, func(line int) { r.malformed(name, line) })
		job := hash.NewJob(pool, r.add)
		r.progress(job.Progress)
		if err := job.Check(ctx, lines); err != nil {
			return exit.Within("hash", err)
		}
		switch {
		case r.total.Files+r.total.Errors > 0:
		case r.missing > 0:
			return fmt.Errorf("hash: %s: no file was verified: none of %d is there", name, r.missing)
		default:
			return fmt.Errorf("hash: %s: no properly formatted checksum lines found", name)
		}
		return nil
	}
}
