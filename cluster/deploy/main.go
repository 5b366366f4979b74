// Command deploy prints the Secrets of nats.yaml and worker.yaml, new ones at each call: a certificate
// for the NATS server, by an authority of its own whose key nobody keeps, and a password. From the root
// of a clone:
//
//	go run ./cluster/deploy | kubectl apply -f -
//
// Beside it are the image and the manifests; cluster/docs/kubernetes.md is the way through them.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"log"
	"math/big"
	"net"
	"time"

	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

func main() {
	server, worker, err := secrets(time.Now())
	if err != nil {
		log.Fatal("deploy: ", err)
	}
	for _, s := range []*core.Secret{server, worker} {
		text, err := yaml.Marshal(s)
		if err != nil {
			log.Fatal("deploy: ", err)
		}
		fmt.Printf("---\n%s", text)
	}
}

// Who reads the certificate: workers in the server's namespace, and programs on this side of
// kubectl port-forward.
var hosts = []string{"nats", "localhost"}

const user = "skua"

// secrets makes what the server keeps, and what the workers know.
func secrets(now time.Time) (server, worker *core.Secret, err error) {
	ca, caKey, err := certificate(now, "skua's own authority", nil, nil)
	if err != nil {
		return nil, nil, err
	}
	cert, key, err := certificate(now, hosts[0], ca, caKey)
	if err != nil {
		return nil, nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, nil, err
	}
	password := "p" + rand.Text() // NATS would take one that begins with a digit for a number
	server = secret("nats", map[string]string{
		"tls.crt":  block("CERTIFICATE", cert.Raw),
		"tls.key":  block("PRIVATE KEY", private),
		"password": password,
	})
	worker = secret("skua", map[string]string{
		"ca.crt": block("CERTIFICATE", ca.Raw),
		"place":  "tls://" + user + ":" + password + "@" + hosts[0] + ":4222",
	})
	return server, worker, nil
}

func secret(name string, data map[string]string) *core.Secret {
	s := &core.Secret{StringData: data}
	s.APIVersion, s.Kind, s.Name = "v1", "Secret", name
	return s
}

func block(kind string, data []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}))
}

// certificate makes a certificate and its key: an authority's, or one of hosts that ca signs. Ten years
// are arbitrary; another call replaces all.
func certificate(now time.Time, name string, ca *x509.Certificate, caKey *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	serial, e := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err = errors.Join(err, e); err != nil {
		return nil, nil, err
	}
	c := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name},
		NotBefore: now.Add(-time.Hour), NotAfter: now.AddDate(10, 0, 0), // clocks differ
	}
	if ca == nil {
		c.IsCA, c.BasicConstraintsValid, c.KeyUsage = true, true, x509.KeyUsageCertSign
		ca, caKey = c, key
	} else {
		c.KeyUsage, c.ExtKeyUsage = x509.KeyUsageDigitalSignature, []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
		c.DNSNames, c.IPAddresses = hosts, []net.IP{net.IPv4(127, 0, 0, 1)}
	}
	raw, err := x509.CreateCertificate(rand.Reader, c, ca, key.Public(), caKey)
	if err != nil {
		return nil, nil, err
	}
	c, err = x509.ParseCertificate(raw)
	return c, key, err
}
