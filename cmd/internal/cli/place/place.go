package place

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

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
	argument             bool // Join is an argument of the command, which all users of the machine can read
}

// value is the flag of a place.
type value struct{ *Place }

func (v value) String() string { return "" } // the variable may hold a password, and the help shows this
func (v value) Type() string   { return "string" }

// Set takes a place, or @FILE for what the file holds.
func (v value) Set(text string) error {
	v.Join, v.argument = text, true
	if file, ok := strings.CutPrefix(text, "@"); ok {
		held, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		v.Join, v.argument = strings.TrimSpace(string(held)), false
	}
	return nil
}

// Help says what a place is.
const Help = `The place of --join is a directory that processes of one machine share, written with
a slash (./work), or a NATS server: nats://HOST:PORT, or tls://HOST:PORT with --creds
beyond this machine. An address with a password or a token does not belong on a command
line, which all users of the machine can read: SKUA_CLUSTER in the environment may hold
it, or a file, which is named by --join @FILE.`

// Flags adds the flags of p to cmd and to its commands.
func (p *Place) Flags(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	p.Join = os.Getenv(Variable)
	f.Var(value{p}, "join", "the cluster's `PLACE`, which "+Variable+" may hold, or @FILE, which holds it")
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

// patience is how long a command waits for the server without a word. Arbitrary.
const patience = 5 * time.Second

// ErrMissing says that no place was given.
var ErrMissing = errors.New("--join is missing: want a directory with a slash in it, as ./work, or nats://HOST:PORT or tls://HOST:PORT; " +
	Variable + " in the environment may hold it")

// Check returns what is wrong with the text of the place, which is that of a flag. It looks
// neither at files nor at the network.
func (p *Place) Check(flag string) error {
	switch {
	case p.Join == "":
		return ErrMissing
	case p.argument && strings.Contains(p.Join, "://") && strings.Contains(p.Join, "@"):
		return fmt.Errorf("%s: the address has a password or a token, which all users of this machine can read: want %s @FILE with a file that holds the address, or %s in the environment, or --creds", flag, flag, Variable)
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
		waits := time.AfterFunc(patience, func() {
			fmt.Fprintf(cmd.ErrOrStderr(), "skua: %s: still waits for the server; in a directory the file lock names the process that hosts it, which may be stopped\n", name)
		})
		client, err := cluster.Open(cmd.Context(), p.Join, config)
		waits.Stop()
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
