package server

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// elsewhere starts a server with JetStream on a port of the loopback interface and
// returns its host:port.
func elsewhere(t *testing.T, change func(*natsserver.Options)) string {
	t.Helper()
	o := &natsserver.Options{
		Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: t.TempDir(),
	}
	if change != nil {
		change(o)
	}
	ns, err := natsserver.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	ns.Start()
	t.Cleanup(func() { ns.Shutdown(); ns.WaitForShutdown() })
	if !ns.ReadyForConnections(patience) {
		t.Fatal("the external server does not start")
	}
	return ns.Addr().String()
}

func TestExternalPlain(t *testing.T) {
	address := elsewhere(t, nil)
	s := open(t, "nats://"+address)
	makeStream(t, s.Conn())
	mustStore(t, s.Conn(), "t.a", "one")
	wantStored(t, s.Conn(), "t.a", "one")
	if s.Hosts() {
		t.Error("hosts a server that is elsewhere")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := s.Conn().Status(); got != nats.CLOSED {
		t.Errorf("after Close the connection is %v", got)
	}
}

func TestExternalUser(t *testing.T) {
	address := elsewhere(t, func(o *natsserver.Options) { o.Username, o.Password = "u", "secret" })
	open(t, "nats://u:secret@"+address)
	refused(t, "nats://"+address, Options{}, address, "refuses the credentials")
	refused(t, "nats://u:wrong@"+address, Options{}, "xxxxx@"+address, "refuses the credentials")
}

func TestExternalTLS(t *testing.T) {
	ca, other := newAuthority(t), newAuthority(t)
	address := elsewhere(t, func(o *natsserver.Options) {
		o.TLS, o.TLSConfig = true, &tls.Config{Certificates: []tls.Certificate{ca.pair(t, "server")}}
		o.Username, o.Password = "u", "secret"
	})
	for _, scheme := range []string{"tls://", "nats://"} { // a CA asks for TLS too
		w, err := Parse(scheme + "u:secret@" + address)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Open(waiting(t), w, Options{CA: ca.file})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Conn().TLSConnectionState(); err != nil {
			t.Errorf("%s: %v", w, err)
		}
		s.Close()
	}
	refused(t, "tls://u:secret@"+address, Options{}, "certificate is not trusted")
	refused(t, "tls://u:secret@"+address, Options{CA: other.file}, "certificate is not trusted")
	refused(t, "tls://u:wrong@"+address, Options{CA: ca.file}, "refuses the credentials")
	refused(t, "tls://u:secret@"+elsewhere(t, nil), Options{CA: ca.file}, "the server has no TLS")
}

func TestExternalClientCertificate(t *testing.T) {
	ca, other := newAuthority(t), newAuthority(t)
	address := elsewhere(t, func(o *natsserver.Options) {
		o.TLS, o.TLSVerify = true, true
		o.TLSConfig = &tls.Config{
			Certificates: []tls.Certificate{ca.pair(t, "server")},
			ClientAuth:   tls.RequireAndVerifyClientCert, ClientCAs: ca.pool,
		}
	})
	cert, key := ca.issue(t, "client")
	s, err := Open(waiting(t), Where{Kind: External, URL: "tls://" + address}, Options{CA: ca.file, Cert: cert, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	refused(t, "tls://"+address, Options{CA: ca.file}, "refuses the client certificate")
	cert, key = other.issue(t, "client")
	refused(t, "tls://"+address, Options{CA: ca.file, Cert: cert, Key: key}, "refuses the client certificate")
	refused(t, "tls://"+address, Options{CA: ca.file, Cert: cert}, "go together")
	refused(t, "tls://"+address, Options{CA: ca.file, Cert: cert, Key: cert}, "client certificate")
	refused(t, "tls://"+address, Options{CA: key}, key, "no certificate")
	refused(t, "tls://"+address, Options{CA: "/missing"}, "CA", "/missing")
	refused(t, "nats://"+address, Options{Creds: "/missing"}, "credentials", "/missing")
}

// Nothing is sent beyond the machine before both are there.
func TestBeyondLoopbackRefused(t *testing.T) {
	creds := filepath.Join(t.TempDir(), "u.creds")
	if err := os.WriteFile(creds, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for where, o := range map[string]Options{
		"nats://192.0.2.1":                       {},
		"nats://example.org:4222":                {},
		"nats://0.0.0.0":                         {},
		"nats://[2001:db8::1]:4222":              {},
		"nats://127.0.0.1,192.0.2.1":             {},
		"nats://localhost.example.org":           {},
		"nats://u:p@192.0.2.1":                   {},
		"nats://192.0.2.1:1":                     {Creds: creds},
		"tls://192.0.2.1":                        {},
		"tls://192.0.2.1:1":                      {CA: creds},
		"tls://u:p@192.0.2.1,tls://192.0.2.2:22": {},
	} {
		plain := strings.HasPrefix(where, "nats:")
		named := strings.Contains(where, "192.0.2.1:1") || strings.Contains(where, "u:p@")
		refused(t, where, o, "is beyond this machine and lacks ")
		_, err := Open(waiting(t), mustParse(t, where), o)
		if got := strings.Contains(err.Error(), "TLS (write tls://"); got != plain {
			t.Errorf("%s: %v; says TLS is lacking: %v, want %v", where, err, got, plain)
		}
		if got := strings.Contains(err.Error(), ".creds file"); !got && !named {
			t.Errorf("%s: %v; want it to say that credentials are lacking", where, err)
		}
	}
}

func mustParse(t *testing.T, where string) Where {
	t.Helper()
	w, err := Parse(where)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestExternalWithoutJetStream(t *testing.T) {
	refused(t, "nats://"+elsewhere(t, func(o *natsserver.Options) { o.JetStream = false }), Options{}, "without JetStream")
}

func TestExternalMayNotAsk(t *testing.T) {
	address := elsewhere(t, func(o *natsserver.Options) {
		o.Users = []*natsserver.User{{Username: "u", Password: "p", Permissions: &natsserver.Permissions{
			Publish: &natsserver.SubjectPermission{Deny: []string{"$JS.API.INFO"}}}}}
	})
	refused(t, "nats://u:p@"+address, Options{}, "may not ask for JetStream")
}

func TestExternalNobodyThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	refused(t, "nats://"+address, Options{}, address, "cannot be reached", "refused")
	refused(t, "nats://localhost:"+strings.Split(address, ":")[1]+","+address, Options{}, address, "refused")
}

// speaker is a server that greets with text, and then says nothing.
func speaker(t *testing.T, text string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { c.Close() })
			c.Write([]byte(text))
		}
	}()
	return l.Addr().String()
}

func TestExternalIsNoNATS(t *testing.T) {
	t.Parallel() // it waits for an answer that does not come
	refused(t, "nats://"+speaker(t, "220 mail.example.org ESMTP\r\n"), Options{}, "no NATS server")
	refused(t, "nats://"+speaker(t, ""), Options{}, "no answer")
}

// A server that is silent does not hold Open beyond its context.
func TestExternalContextEnds(t *testing.T) {
	defer func(d time.Duration) { firstTimeout = d }(firstTimeout)
	firstTimeout = time.Hour
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	reason := errors.New("enough")
	opened := make(chan error, 1)
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		_, err := Open(ctx, Where{Kind: External, URL: "nats://" + l.Addr().String()}, Options{})
		opened <- err
	}()
	c, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	cancel(reason)
	select {
	case err := <-opened:
		if !errors.Is(err, reason) {
			t.Errorf("Open: %v, want %v", err, reason)
		}
	case <-waiting(t).Done():
		t.Error("Open waits beyond its context")
	}
}

// Over a connection without TLS no server is learnt that is beyond this machine.
func TestExternalPlainLearnsNobody(t *testing.T) {
	member := func(routes string) (*natsserver.Server, string) {
		o := &natsserver.Options{
			Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, NoSigs: true, NoLog: true, ClientAdvertise: "192.0.2.1:4222",
			Cluster: natsserver.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: natsserver.RANDOM_PORT},
			Routes:  natsserver.RoutesFromStr(routes),
		}
		ns, err := natsserver.NewServer(o)
		if err != nil {
			t.Fatal(err)
		}
		ns.Start()
		t.Cleanup(func() { ns.Shutdown(); ns.WaitForShutdown() })
		if !ns.ReadyForConnections(patience) {
			t.Fatal("the external server does not start")
		}
		return ns, "nats://" + ns.Addr().String()
	}
	first, _ := member("")
	_, address := member("nats://" + first.ClusterAddr().String())
	for ctx := waiting(t); ; { // until a client that wants to learn does
		nc, err := nats.Connect(address)
		if err != nil {
			t.Fatal(err)
		}
		learnt := len(nc.DiscoveredServers()) > 0
		nc.Close()
		if learnt {
			break
		}
		if ctx.Err() != nil {
			t.Fatal("the servers do not find each other")
		}
	}
	nc, err := connectExternal(waiting(t), address, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if got := nc.DiscoveredServers(); len(got) > 0 {
		t.Errorf("knows the servers %v, want its own alone", got)
	}
}

// refusals counts the lines of a log that tell of refused credentials.
type refusals chan bool

func (r refusals) Write(line []byte) (int, error) {
	if strings.Contains(strings.ToLower(string(line)), "authorization violation") {
		select {
		case r <- true:
		default:
		}
	}
	return len(line), nil
}

// A connection that was made once comes back: also to another server at its address,
// and after it was refused for a while.
func TestExternalReturns(t *testing.T) {
	var port int
	store := t.TempDir()
	start := func(password string) *natsserver.Server {
		ns, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: store, Username: "u", Password: password})
		if err != nil {
			t.Fatal(err)
		}
		ns.Start()
		if !ns.ReadyForConnections(patience) {
			t.Fatal("the external server does not start")
		}
		port = ns.Addr().(*net.TCPAddr).Port
		return ns
	}
	stop := func(ns *natsserver.Server) { ns.Shutdown(); ns.WaitForShutdown() }
	ns := start("right")
	log := make(refusals, 4)
	s, err := Open(waiting(t), mustParse(t, "nats://u:right@"+ns.Addr().String()), Options{Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	makeStream(t, s.Conn())
	mustStore(t, s.Conn(), "t.a", "one")
	stop(ns)
	ns = start("changed")
	for range cap(log) {
		select {
		case <-log:
		case <-waiting(t).Done():
			t.Fatal("the connection is not refused, or not tried again")
		}
	}
	stop(ns)
	ns = start("right")
	defer stop(ns)
	wantStored(t, s.Conn(), "t.a", "one")
}
