package server

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"math/big"
	"net"
	"time"
)

// identity proves to the candidates that they talk to the host, and not to another
// program that got the port of a host which is gone. Each host makes its own; the
// address file has the certificate, and the key never leaves the process.
type identity struct {
	cert tls.Certificate
}

// identityName is what the certificate certifies. It is compared and means nothing.
const identityName = "host.skua"

func newIdentity() (identity, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return identity{}, fmt.Errorf("cluster: identity: %w", err)
	}
	form := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		DNSNames:     []string{identityName},
		// The host's life bounds the certificate, so the clock, which may be set, does not.
		NotBefore: time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC),
		NotAfter:  time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC),
	}
	der, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	if err != nil {
		return identity{}, fmt.Errorf("cluster: identity: %w", err)
	}
	return identity{tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}}, nil
}

// config is for the host's server.
func (i identity) config() *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{i.cert}, MinVersion: tls.VersionTLS13}
}

// dial connects to the host of address a, and to no other process that listens there.
func (a address) dial(ctx context.Context) (net.Conn, error) {
	cert, err := x509.ParseCertificate(a.Cert)
	if err != nil {
		return nil, fmt.Errorf("file %s: certificate: %w", addressName, err)
	}
	host := x509.NewCertPool()
	host.AddCert(cert)
	d := tls.Dialer{Config: &tls.Config{RootCAs: host, ServerName: identityName, MinVersion: tls.VersionTLS13}}
	return d.DialContext(ctx, "tcp", a.Addr)
}
