package server

import (
	"context"
	"math/rand/v2"
	"net"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// finder finds the local server, for each attempt to connect anew.
type finder interface {
	find(ctx context.Context) (net.Conn, address, error)
}

// found makes nats.go connect to whatever the finder finds. nats.go dials, then asks
// for user and password, one attempt at a time, so both are of the same address.
type found struct {
	finder
	mu   sync.Mutex
	auth address
}

func (f *found) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	conn, auth, err := f.find(ctx)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.auth = auth
	return conn, err
}

func (f *found) userInfo() (user, password string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.auth.User, f.auth.Password
}

// answerTimeout bounds how long a connection waits for the greeting of a local server.
// A process that is stopped (SIGSTOP) accepts, but does not answer.
const answerTimeout = 2 * time.Second

// connectLocal tries once to connect to the server that f finds, until ctx ends; after
// that nats.go reconnects through f for ever.
func connectLocal(ctx context.Context, f finder, o Options) (*nats.Conn, error) {
	to := &found{finder: f}
	d := &dialer{dial: to.dial, secured: true, first: ctx}
	nc, err := nats.Connect("nats://127.0.0.1", append(forEver(o, 100*time.Millisecond),
		nats.SetCustomDialer(d),
		nats.UserInfoHandler(to.userInfo),
		nats.Timeout(answerTimeout),
		nats.IgnoreDiscoveredServers(), // the finder knows better
	)...)
	return nc, d.opened(err)
}

// forEver are the options of every connection: once connected, it stays or comes back.
// Between attempts it waits at most longest.
func forEver(o Options, longest time.Duration) []nats.Option {
	return []nats.Option{
		nats.Name(o.Name),
		nats.MaxReconnects(-1),
		nats.IgnoreAuthErrorAbort(), // another process may host by now, with another password
		nats.CustomReconnectDelay(func(attempts int) time.Duration { return backoff(attempts, longest) }),
		nats.PingInterval(10 * time.Second), // a silent peer is given up after three of these
		nats.DrainTimeout(drainTimeout),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { note(o.Log, "connection", err) }),
	}
}

// backoff is 0, then doubles from 5 ms on up to longest, and is spread over its upper
// half so that the processes of a lost server do not come all at once.
func backoff(attempts int, longest time.Duration) time.Duration {
	if attempts <= 1 {
		return 0
	}
	d := min(5*time.Millisecond<<min(attempts-2, 20), longest)
	return d/2 + rand.N(d/2)
}
