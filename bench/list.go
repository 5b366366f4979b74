package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/bench/internal/cases"
	"github.com/skua-go/skua/bench/internal/peer"
)

func newListCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the cases and the peers, and what each peer does not have",
		Args:  cobra.NoArgs,
		Run: func(cmd *cobra.Command, _ []string) {
			out := cmd.OutOrStdout()
			fmt.Fprintln(out, "cases")
			for _, c := range cases.All() {
				fmt.Fprintf(out, "  %-13s %s\n", c.ID, c.Question)
				var ways []string
				for _, w := range c.Ways() {
					ways = append(ways, w.Name)
				}
				fmt.Fprintf(out, "  %13s %s\n", "", strings.Join(ways, ", "))
			}
			fmt.Fprintln(out, "\npeers")
			for _, p := range peer.All {
				fmt.Fprintf(out, "  %-18s %-45s %s\n", p.Name, versionOf(p), lacks(p))
			}
		},
	}
}

func versionOf(p peer.Peer) string {
	if p.Module == "" {
		return peer.Version("")
	}
	return p.Module + " " + peer.Version(p.Module)
}

// lacks says what p does not have.
func lacks(p peer.Peer) string {
	s := p.Open(1)
	if s.Close != nil {
		defer s.Close()
	}
	var missing []string
	for _, op := range []struct {
		what string
		has  bool
	}{
		{"fork and join", s.Both != nil},
		{"tasks one by one", s.Tasks != nil},
		{"a loop", s.For != nil},
		{"tasks from any goroutine", s.Submit != nil},
	} {
		if !op.has {
			missing = append(missing, op.what)
		}
	}
	text := "has all"
	if len(missing) > 0 {
		text = "lacks " + strings.Join(missing, ", ")
	}
	if !p.Bounded {
		text += "; does not bound its goroutines"
	}
	return text
}
