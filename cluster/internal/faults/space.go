//go:build linux

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
)

// A network is a namespace with a bridge, where the server lives, and one
// for each node, joined to the bridge by a pair of virtual cables. The machine's own network
// is not touched.
type network struct {
	prefix string
}

// networks counts those of this process.
var networks atomic.Int64

// serverIP is the bridge's address.
const serverIP = "10.77.0.1"

func (w network) hub() string        { return w.prefix + "-hub" }
func (w network) space(i int) string { return fmt.Sprintf("%s-%d", w.prefix, i) }
func (network) cable(i int) string   { return fmt.Sprintf("cable%d", i) } // its end in the hub
func (w network) cut(i int) error    { return ip("-n", w.hub(), "link", "set", w.cable(i), "down") }
func (w network) mend(i int) error   { return ip("-n", w.hub(), "link", "set", w.cable(i), "up") }

// ip runs Linux's ip.
func ip(args ...string) error {
	if b, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("ip %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(string(b)))
	}
	return nil
}

// newNetwork makes the namespaces, or says why they cannot be made.
func newNetwork() (w network, err error) {
	w = network{fmt.Sprintf("skua-%d-%d", os.Getpid(), networks.Add(1))}
	defer func() {
		if err != nil {
			w.remove()
		}
	}()
	hub := w.hub()
	steps := [][]string{
		{"netns", "add", hub},
		{"-n", hub, "link", "set", "lo", "up"},
		{"-n", hub, "link", "add", "bridge", "type", "bridge"},
		{"-n", hub, "addr", "add", serverIP + "/24", "dev", "bridge"},
		{"-n", hub, "link", "set", "bridge", "up"},
	}
	for i := range nodes {
		s := w.space(i)
		steps = append(steps, [][]string{
			{"netns", "add", s},
			{"-n", s, "link", "set", "lo", "up"},
			{"-n", hub, "link", "add", w.cable(i), "type", "veth", "peer", "name", "eth", "netns", s},
			{"-n", hub, "link", "set", w.cable(i), "master", "bridge", "up"},
			{"-n", s, "addr", "add", fmt.Sprintf("10.77.0.%d/24", 10+i), "dev", "eth"},
			{"-n", s, "link", "set", "eth", "up"},
		}...)
	}
	for _, args := range steps {
		if err := ip(args...); err != nil {
			return w, err
		}
	}
	return w, nil
}

func (w network) remove() {
	for i := range nodes {
		_ = ip("netns", "del", w.space(i))
	}
	_ = ip("netns", "del", w.hub())
}

// certify writes a certificate for the server that signs itself, and its key: beyond
// the loopback interface the cluster demands TLS.
func certify(dir string) (cert, key string, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", "", err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "skua faults"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IPAddresses: []net.IP{net.ParseIP(serverIP)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		return "", "", err
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		return "", "", err
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	if err := os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		return "", "", err
	}
	return cert, key, os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret}), 0o600)
}
