package server

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// external is the deployment whose server runs elsewhere.
type external struct{}

func (external) hosts() bool { return false }
func (external) settle()     {}
func (external) stop() error { return nil }

// firstTimeout bounds one address of the first connection, and the first question. A
// variable, because a test wants it out of its way.
var firstTimeout = 4 * time.Second

func openExternal(ctx context.Context, urls string, o Options) (*Server, error) {
	nc, err := connectExternal(ctx, urls, o)
	if err != nil {
		return nil, err
	}
	if err := askJetStream(ctx, nc); err != nil {
		nc.Close()
		return nil, explainJetStream(urls, err)
	}
	return &Server{nc: nc, place: external{}}, nil
}

// connectExternal tries each address once, until ctx ends; after that nats.go reconnects
// for ever.
func connectExternal(ctx context.Context, urls string, o Options) (*nats.Conn, error) {
	secure, err := demandSafety(urls, o)
	if err != nil {
		return nil, err
	}
	opts, err := security(o, secure)
	if err != nil {
		return nil, err
	}
	d := &dialer{dial: new(net.Dialer).DialContext, first: ctx}
	opts = append(opts, nats.SetCustomDialer(d), nats.Timeout(firstTimeout))
	nc, err := nats.Connect(urls, append(opts, forEver(o, 2*time.Second)...)...)
	if err := d.opened(err); err != nil {
		return nil, explainConnect(urls, err)
	}
	return nc, nil
}

// demandSafety refuses to leave the machine without TLS and without credentials, and
// reports whether TLS is used. Tasks are code to run and data to leak.
func demandSafety(urls string, o Options) (secure bool, err error) {
	secure = strings.HasPrefix(urls, "tls://") || o.CA != "" || o.Cert != ""
	for _, address := range strings.Split(urls, ",") {
		u, err := url.Parse(address)
		if err != nil {
			return false, fmt.Errorf("cluster: address %q: it is no URL", hidePassword(address))
		}
		if loopback(u.Hostname()) {
			continue
		}
		var missing []string
		if !secure {
			missing = append(missing, "TLS (write tls://, or give the CA)")
		}
		if u.User == nil && o.Creds == "" && o.Cert == "" {
			missing = append(missing, "credentials (a .creds file, user and password in the address, or a client certificate)")
		}
		if missing != nil {
			return false, fmt.Errorf("cluster: %s is beyond this machine and lacks %s",
				hidePassword(address), strings.Join(missing, " and "))
		}
	}
	return secure, nil
}

func loopback(host string) bool {
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback()
	}
	return host == "localhost"
}

// security are the options for credentials and TLS.
func security(o Options, secure bool) ([]nats.Option, error) {
	var opts []nats.Option
	if o.Creds != "" {
		if _, err := os.ReadFile(o.Creds); err != nil {
			return nil, fmt.Errorf("cluster: credentials: %w", err)
		}
		opts = append(opts, nats.UserCredentials(o.Creds))
	}
	if !secure {
		// The server may name other servers of its cluster, which would be reached in plain.
		return append(opts, nats.IgnoreDiscoveredServers()), nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if o.CA != "" {
		pem, err := os.ReadFile(o.CA)
		if err != nil {
			return nil, fmt.Errorf("cluster: CA: %w", err)
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("cluster: CA: %s has no certificate in PEM form", o.CA)
		}
	}
	if (o.Cert == "") != (o.Key == "") {
		return nil, errors.New("cluster: client certificate: Cert and Key go together, one is missing")
	}
	if o.Cert != "" {
		pair, err := tls.LoadX509KeyPair(o.Cert, o.Key)
		if err != nil {
			return nil, fmt.Errorf("cluster: client certificate: %w", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return append(opts, nats.Secure(config)), nil
}

// askJetStream asks the server whether this account has JetStream.
func askJetStream(ctx context.Context, nc *nats.Conn) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, firstTimeout)
	defer cancel()
	ctx, refuse := context.WithCancelCause(ctx)
	// That the user may not ask arrives apart from the answer, which never comes then.
	log := nc.Opts.AsyncErrorCB
	nc.SetErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refuse(err) })
	defer nc.SetErrorHandler(log)
	if _, err = js.AccountInfo(ctx); err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
