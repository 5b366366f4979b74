package server

import (
	"context"
	"fmt"
	"net"
	"os"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
)

// embedded is a server in this process.
type embedded struct {
	ns   *natsserver.Server
	log  *logger
	auth address      // what a client needs; Addr is empty if the server does not listen
	free func() error // gives back what the server ran on; called when it has stopped
}

// embed starts a server on the directory store. If listen, it listens on a port of
// the loopback interface that the system chooses. embed owns free from here on: it is
// called once, after the server has stopped, also if embed fails or ctx ends.
func embed(ctx context.Context, store string, listen, durable bool, o Options, free func() error) (*embedded, error) {
	auth := newCredentials()
	settings := settings(store, durable, auth, o)
	err := admit(settings, &auth, listen)
	var ns *natsserver.Server
	if err == nil {
		ns, err = natsserver.NewServer(settings)
	}
	if err != nil {
		free()
		return nil, fmt.Errorf("cluster: start the server on %s: %w", store, err)
	}
	log := newLogger(o.Log)
	ns.SetLoggerV2(log, false, false, false)
	e := &embedded{ns: ns, log: log, auth: auth, free: free}

	// Start recovers the store, which takes as long as the store is large.
	started := make(chan struct{})
	go func() { defer close(started); ns.Start() }()
	select {
	case <-started:
	case <-ctx.Done():
		go func() { <-started; e.stop() }()
		return nil, fmt.Errorf("cluster: start the server on %s: %w", store, context.Cause(ctx))
	}
	// After Start without a fatal error only the goroutine that accepts is still to come.
	if text := log.failure(); text != "" || !ns.ReadyForConnections(10*time.Second) {
		if text == "" {
			text = "not ready for connections after 10 s"
		}
		e.stop()
		return nil, fmt.Errorf("cluster: start the server on %s: %s", store, text)
	}
	if listen {
		e.auth.Addr = ns.Addr().String()
	}
	return e, nil
}

// admit makes the server listen on the loopback interface, as an identity of its own, or
// not at all.
func admit(o *natsserver.Options, auth *address, listen bool) error {
	if !listen {
		o.DontListen = true
		return nil
	}
	id, err := newIdentity()
	if err != nil {
		return err
	}
	auth.Cert = id.cert.Certificate[0]
	o.Host, o.Port = "127.0.0.1", natsserver.RANDOM_PORT
	o.TLS, o.TLSConfig, o.TLSHandshakeFirst = true, id.config(), true
	return nil
}

func settings(store string, durable bool, auth address, o Options) *natsserver.Options {
	return &natsserver.Options{
		ServerName: fmt.Sprintf("skua-%d", os.Getpid()),
		Username:   auth.User,
		Password:   auth.Password,

		JetStream:              true,
		StoreDir:               store,
		JetStreamMaxStore:      o.MaxStore,
		SyncAlways:             durable, // else the server confirms up to two minutes before it syncs
		DisableJetStreamBanner: true,

		NoSigs: true, // signals are the program's
		NoLog:  true,
	}
}

// cramped reports whether the store is nearly full, and would have a fourth more if the server started
// now: the server takes three quarters of what the directory has at its start, and keeps that limit.
func (e *embedded) cramped(dir string) bool {
	i, err := e.ns.Jsz(nil)
	if err != nil || i.Config.MaxStore <= 0 {
		return false
	}
	used, limit := int64(i.Store), i.Config.MaxStore
	return used > limit/10*9 && (used+room(dir))/4*3 > limit/4*5
}

// dial returns a connection that stays in this process.
func (e *embedded) dial() (net.Conn, error) { return e.ns.InProcessConn() }

// stop blocks until the server has closed its store, then gives back what it ran on.
func (e *embedded) stop() error {
	e.ns.Shutdown()
	e.ns.WaitForShutdown()
	return e.free()
}
