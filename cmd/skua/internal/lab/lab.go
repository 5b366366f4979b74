package lab

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cmd/internal/cli/display"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/flags"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/cli/text"
	labreport "github.com/skua-go/skua/cmd/internal/report"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims"
)

// experiments are those of the laboratory, unless a test sets its own.
var experiments = measured

func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lab",
		Short: "Re-measure the claims of the literature",
		Long: `Re-measure the claims of the literature on work stealing. Each experiment takes
one claim, runs what is needed to see whether it holds, and ends in a verdict:
confirmed, refuted, or inconclusive with the reason.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(listCommand(), runCommand(), reportCommand(), nodeCommand())
	return cmd
}

func listCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the experiments: name, source, claim",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			if asJSON {
				return output.WriteJSON(out, listed())
			}
			width := display.Width(out)
			for _, e := range listed() {
				if _, err := fmt.Fprintf(out, "%s  %s\n%s", e.ID, e.Source, text.Wrap(e.Claim, "    ", width)); err != nil {
					return err
				}
			}
			return nil
		},
	}
	flags.JSON(cmd, &asJSON)
	return cmd
}

// An item of the list of experiments.
type item struct {
	ID     string `json:"id"`
	Source string `json:"source"`
	Claim  string `json:"claim"`
}

func listed() (all []item) {
	for _, e := range experiments() {
		all = append(all, item{e.ID, e.Source, e.Claim})
	}
	return all
}

func reportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "report DIR",
		Short: "Make a report on the results in DIR",
		Long: `Make a report on the results that skua lab run left in DIR: report.html, which
needs no network and nothing beside it but the samples it links to; report.md;
and the figures of both as SVG. The paths of the two are printed.`,
		Example:     "  skua lab report lab-results",
		Args:        cobra.ExactArgs(1),
		Annotations: map[string]string{output.LeavesMore: "a report"},
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := args[0]
			results, err := lab.ReadResults(dir, claims.All())
			if err != nil {
				return exit.Errorf(exit.NotStarted, "lab report: %w", err)
			}
			if err := labreport.Write(dir, results); err != nil {
				return fmt.Errorf("lab report: %w", err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s\n%s\n",
				filepath.Join(dir, labreport.Page), filepath.Join(dir, labreport.Markdown))
			return err
		},
	}
}

// chosen returns the experiments that args name, each once and in the order of the
// laboratory.
func chosen(args []string) ([]lab.Experiment, error) {
	want := map[string]bool{}
	for _, id := range args {
		want[id] = true
	}
	all := want["all"]
	delete(want, "all")
	var out []lab.Experiment
	var ids []string
	for _, e := range experiments() {
		if all || want[e.ID] {
			out = append(out, e)
		}
		ids = append(ids, e.ID)
		delete(want, e.ID)
	}
	for _, id := range args {
		if want[id] {
			return nil, fmt.Errorf("unknown experiment %q: want all, or some of %s%s", id, strings.Join(ids, ", "), flags.Instead(id, ids))
		}
	}
	return out, nil
}

// verdictLine is what a person reads of a result.
func verdictLine(w io.Writer, r lab.Result) error {
	_, err := fmt.Fprintf(w, "%-12s  %-*s  %s\n", r.Finding.Verdict, idWidth(), r.ID, r.Finding.Reason)
	return err
}

func idWidth() int {
	n := 0
	for _, e := range experiments() {
		n = max(n, len(e.ID))
	}
	return n
}
