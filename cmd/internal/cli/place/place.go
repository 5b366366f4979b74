package place

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/interrupt"
)

// Variable in the environment is the place of commands without --join.
const Variable = "SKUA_CLUSTER"

// A Place says where a cluster is, and has our credentials there.
type Place struct {
	Join                 string // empty: none
	creds, ca, cert, key string
}

// Help says what a place is.
const Help = `The place of --join is a directory that processes of one machine share, written with
a slash (./work), or a NATS server: nats://HOST:PORT, or tls://HOST:PORT with --creds
beyond this machine.`

// Flags adds the flags of p to cmd and to its commands.
func (p *Place) Flags(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&p.Join, "join", os.Getenv(Variable), "the cluster's `PLACE`, which "+Variable+" may hold")
	p.credentials(f)
}

// credentials adds the flags for credentials.
func (p *Place) credentials(f *pflag.FlagSet) {
	f.StringVar(&p.creds, "creds", "", "`FILE` with NATS credentials")
	f.StringVar(&p.ca, "ca", "", "PEM `FILE` of who signed the server's certificate")
	f.StringVar(&p.cert, "cert", "", "PEM `FILE` with a certificate of our own")
	f.StringVar(&p.key, "key", "", "PEM `FILE` with its key")
}

// Config is what a client needs of the flags.
func (p *Place) Config() cluster.Config {
	return cluster.Config{Creds: p.creds, CA: p.ca, Cert: p.cert, Key: p.key}
}

// ErrMissing says that no place was given.
var ErrMissing = errors.New("--join is missing: want a directory with a slash in it, as ./work, or nats://HOST:PORT or tls://HOST:PORT; " +
	Variable + " in the environment may hold it")

// Check returns what is wrong with the text of the place, which is that of a flag. It looks
// neither at files nor at the network.
func (p *Place) Check(flag string) error {
	switch {
	case p.Join == "":
		return ErrMissing
	case !strings.HasPrefix(p.Join, "alone:") && !strings.ContainsAny(p.Join, "/"+string(os.PathSeparator)):
		return fmt.Errorf("%s: unknown place %q (a directory here is written ./%s): want a directory with a slash in it, or nats://HOST:PORT or tls://HOST:PORT", flag, p.Join, p.Join)
	}
	return nil
}

// With calls f with a client of the cluster, which must be there. name is the command's, for messages.
// An interrupt does not wait for the cluster.
func (p *Place) With(cmd *cobra.Command, name string, f func(context.Context, *cluster.Client) error) error {
	if err := p.Check("--join"); err != nil {
		return exit.With(exit.Usage, exit.Within(name, err))
	}
	_, err := interrupt.Await(cmd.Context(), func() (struct{}, error) {
		config := p.Config()
		config.Existing = true // a look at a place that is misspelt must not found a cluster there
		client, err := cluster.Open(cmd.Context(), p.Join, config)
		if errors.Is(err, cluster.ErrNoCluster) {
			err = fmt.Errorf("%w; skua worker and skua cluster submit found one", err)
		}
		if err != nil {
			return struct{}{}, exit.With(exit.NotStarted, exit.Within(name, err))
		}
		err = f(cmd.Context(), client)
		err = errors.Join(err, client.Close())
		if coded, ok := errors.AsType[*exit.Error](err); ok || err == nil {
			return struct{}{}, asError(coded)
		}
		return struct{}{}, exit.With(exit.Failed, exit.Within(name, err))
	})
	return err
}

func asError(e *exit.Error) error {
	if e == nil {
		return nil
	}
	return e
}
