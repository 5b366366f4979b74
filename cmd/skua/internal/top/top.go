package top

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/skua-go/skua/cmd/internal/cli/display"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/output"
)

const long = `Show in a terminal what the dashboard at URL shows in a browser: the verdict, the
workers and what they do, call sites, panics, the nodes of a cluster. URL is what a
command with --dashboard has printed, or host:port of it.

Workers' bars say by letters what they do: # works, / is in the scheduler, ? searches,
~ waits for a join, x is blocked, ! is ready and has no processor, | is paused to measure, . is asleep.

q or ctrl-C ends it. With --once, or if standard output is no terminal, it is printed
once.`

// Command makes skua top.
func Command() *cobra.Command {
	var once bool
	cmd := &cobra.Command{
		Use:   "top URL",
		Short: "Show a dashboard in the terminal",
		Long:  long,
		Example: `  skua run nqueens --n 14 --dashboard 127.0.0.1:8080 &
  skua top 127.0.0.1:8080`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("top: name the one URL that --dashboard of a command has printed")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			base, err := parse(args[0])
			if err != nil {
				return exit.With(exit.Usage, exit.Within("top", err))
			}
			in, out, live := terminal(cmd)
			if once || !live {
				return exit.Within("top", printOnce(cmd, base))
			}
			return exit.Within("top", watch(cmd.Context(), in, out, base))
		},
	}
	cmd.Flags().BoolVar(&once, "once", false, "print the newest frame and end")
	return cmd
}

// parse reads where a dashboard is.
func parse(text string) (*url.URL, error) {
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	base, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("bad address: %w", err)
	}
	if base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, errors.New("bad address: want that of a dashboard, as http://127.0.0.1:8080/")
	}
	if !strings.HasSuffix(base.Path, "/") {
		base.Path += "/"
	}
	return base, nil
}

// terminal returns the terminal that the command is at, if both ways lead there.
func terminal(cmd *cobra.Command) (in, out *os.File, ok bool) {
	in, ok = cmd.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return nil, nil, false
	}
	switch w := cmd.OutOrStdout().(type) {
	case *output.Standard:
		out = w.File()
	case *os.File:
		out = w
	default:
		return nil, nil, false
	}
	return in, out, display.CanRedraw(out)
}

// printOnce prints the newest frame, without escape codes.
func printOnce(cmd *cobra.Command, base *url.URL) error {
	f, err := newest(cmd.Context(), base)
	if err != nil {
		return exit.With(exit.NotStarted, exit.Within("top", err))
	}
	_, err = io.WriteString(cmd.OutOrStdout(), strings.Join(draw(f, size{columns: 110}, ""), "\n")+"\n")
	return err
}
