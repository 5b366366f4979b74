package main

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cluster"
)

// placeVariable in the environment is the place of commands without --join.
const placeVariable = "SKUA_CLUSTER"

// A place says where a cluster is and who we are there.
type place struct {
	join                 string
	creds, ca, cert, key string
}

const placeHelp = `The place of --join is a directory that processes of one machine share, written with
a slash (./work), or a NATS server: nats://HOST:PORT, or tls://HOST:PORT with --creds
beyond this machine.`

// flags adds the flags of p to cmd and to its commands.
func (p *place) flags(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&p.join, "join", os.Getenv(placeVariable), "the cluster's `PLACE`, which "+placeVariable+" may hold")
	p.credentials(f)
}

// credentials adds the flags that say who we are.
func (p *place) credentials(f *pflag.FlagSet) {
	f.StringVar(&p.creds, "creds", "", "`FILE` with NATS credentials")
	f.StringVar(&p.ca, "ca", "", "PEM `FILE` of who signed the server's certificate")
	f.StringVar(&p.cert, "cert", "", "PEM `FILE` with a certificate of our own")
	f.StringVar(&p.key, "key", "", "PEM `FILE` with its key")
}

// config is what a client needs of the flags.
func (p *place) config() cluster.Config {
	return cluster.Config{Creds: p.creds, CA: p.ca, Cert: p.cert, Key: p.key}
}

var errNoPlace = errors.New("--join is missing: want a directory with a slash in it, as ./work, or nats://HOST:PORT or tls://HOST:PORT; " +
	placeVariable + " in the environment may hold it")

// with calls f with a client of the cluster. name is the command's, for messages.
// An interrupt does not wait for the cluster.
func (p *place) with(cmd *cobra.Command, name string, f func(context.Context, *cluster.Client) error) error {
	if p.join == "" {
		return &exitError{exitUsage, within(name, errNoPlace)}
	}
	_, err := await(cmd.Context(), func() (struct{}, error) {
		client, err := cluster.Open(cmd.Context(), p.join, p.config())
		if err != nil {
			return struct{}{}, &exitError{exitNotStarted, within(name, err)}
		}
		err = f(cmd.Context(), client)
		err = errors.Join(err, client.Close())
		if coded, ok := errors.AsType[*exitError](err); ok || err == nil {
			return struct{}{}, asError(coded)
		}
		return struct{}{}, &exitError{exitFailed, within(name, err)}
	})
	return err
}

func asError(e *exitError) error {
	if e == nil {
		return nil
	}
	return e
}
