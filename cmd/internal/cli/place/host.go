package place

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/cli/interrupt"
	"github.com/skua-go/skua/cmd/internal/cli/text"
	"github.com/skua-go/skua/cmd/internal/nodes"
)

// HostFlags adds the flags of a command that may run its items on a cluster. what is how the help
// says what the command does there.
func (p *Place) HostFlags(f *pflag.FlagSet, what string) {
	f.Var(value{p}, "cluster", what+" on the nodes of the cluster at `PLACE`: ./DIR, nats:// or tls://HOST:PORT, or @FILE, which holds it (see skua worker)")
	p.credentials(f)
}

// ValidHost returns what is wrong with these flags.
func (p *Place) ValidHost() error {
	if p.Join == "" && p.creds+p.ca+p.cert+p.key != "" {
		return errors.New("--creds, --ca, --cert and --key are for --cluster, which is missing")
	}
	if p.Join == "" {
		return nil
	}
	return p.Check("--cluster")
}

// Host joins the cluster, as one host for all items. handlers is what its nodes must have: see
// nodes.Open.
func (p *Place) Host(cmd *cobra.Command, name, handlers string) (batch.Host, error) {
	ctx, messages := cmd.Context(), cmd.ErrOrStderr()
	return interrupt.Await(ctx, func() (batch.Host, error) {
		return nodes.Open(ctx, p.Join, p.Config(), handlers, func(line string) {
			fmt.Fprintf(messages, "skua: %s: %s\n", name, text.Visible(line))
		})
	})
}
