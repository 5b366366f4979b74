package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// explainConnect says what the user may have done wrong when no server could be
// connected to for the first time.
func explainConnect(urls string, err error) error {
	var record tls.RecordHeaderError
	var verify *tls.CertificateVerificationError
	var network net.Error
	var remote *net.OpError
	var why string
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired),
		errors.Is(err, nats.ErrAuthRevoked), errors.Is(err, nats.ErrAccountAuthExpired):
		why = "the server refuses the credentials"
	case errors.As(err, &verify):
		why = "the server's certificate is not trusted (the option CA names who signed it)"
	case errors.As(err, &record):
		why = "what answers there does not speak TLS; is the port right?"
	// The server checks the client after the client is done: it sends an alert and hangs
	// up, and the hanging up may be seen first.
	case errors.As(err, &remote) && remote.Op == "remote error", errors.Is(err, nats.ErrTLS):
		why = "the server refuses the client certificate, or wants one (options Cert and Key)"
	case errors.Is(err, nats.ErrSecureConnRequired):
		why = "the server wants TLS (write tls://)"
	case errors.Is(err, nats.ErrSecureConnWanted):
		why = "the server has no TLS"
	case errors.Is(err, nats.ErrNoInfoReceived):
		why = "what answers there is no NATS server; is the port right?"
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		why = "gave up"
	case errors.Is(err, nats.ErrTimeout), errors.As(err, &network) && network.Timeout():
		why = "no answer; are host and port right?"
	default:
		why = "cannot be reached"
	}
	return fmt.Errorf("cluster: %s: %s: %w", Where{Kind: External, URL: urls}, why, err)
}

// explainJetStream says why a server that was reached cannot hold a cluster.
func explainJetStream(urls string, err error) error {
	var why string
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled):
		why = "the server runs without JetStream (start it with -js)"
	case errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		why = "this account has no JetStream"
	case errors.Is(err, nats.ErrPermissionViolation):
		why = "this user may not ask for JetStream ($JS.API.INFO)"
	default:
		why = "JetStream does not answer"
	}
	return fmt.Errorf("cluster: %s: %s: %w", Where{Kind: External, URL: urls}, why, err)
}
