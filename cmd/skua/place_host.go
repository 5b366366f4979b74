package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/nodes"
)

// hostFlags adds the flags of a command that may run its items on a cluster. what it does there is told in
// the help.
func (p *place) hostFlags(f *pflag.FlagSet, what string) {
	f.StringVar(&p.join, "cluster", "", what+" on the nodes of the cluster at `PLACE`: ./DIR, or nats:// or tls://HOST:PORT (see skua worker)")
	p.credentials(f)
}

// validHost returns what is wrong with these flags.
func (p *place) validHost() error {
	if p.join == "" && p.creds+p.ca+p.cert+p.key != "" {
		return errors.New("--creds, --ca, --cert and --key are for --cluster, which is missing")
	}
	return nil
}

// host joins the cluster, as one host for all items. handlers is what its nodes must have: see nodes.Open.
func (p *place) host(cmd *cobra.Command, name, handlers string) (batch.Host, error) {
	ctx, messages := cmd.Context(), cmd.ErrOrStderr()
	return await(ctx, func() (batch.Host, error) {
		return nodes.Open(ctx, p.join, p.config(), handlers, func(text string) {
			fmt.Fprintf(messages, "skua: %s: %s\n", name, visible(text))
		})
	})
}
