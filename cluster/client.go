package cluster

import (
	"context"
	"errors"
	"sync"

	"github.com/skua-go/skua/cluster/internal/server"
)

// A Client submits jobs to a cluster and asks about them. Safe for concurrent
// use. Make one with Open, and Close it. A Node is a Client that also works.
type Client struct {
	b      *broker
	server *server.Server
	config Config
	near   *near // nil without Config.Near
	close  sync.Once
}

// A Member of a cluster is a *Client or a *Node.
type Member interface {
	client() *Client
}

func (c *Client) client() *Client { return c }

// Open joins the cluster at where, without working for it:
//
//	""                          alone: the server is in this process, in memory, without a port
//	"alone:DIR"                 the same, stored in the directory DIR
//	"./DIR", "/DIR"             the processes of this machine that name DIR; one of them hosts
//	                            the server, stored in DIR, and another takes over when it ends
//	"nats://HOST:PORT,…"        a NATS server with JetStream
//	"tls://HOST:PORT,…"         the same with TLS; needed, as are credentials, beyond this machine
//
// Open blocks until the server has answered. It returns an error if there is none, if it
// refuses the credentials, if the cluster speaks another protocol, or if c is
// wrong; nothing is left behind then. The context bounds Open only.
func Open(ctx context.Context, where string, c Config) (*Client, error) {
	c, err := c.complete()
	if err != nil {
		return nil, err
	}
	place, err := server.Parse(where)
	if err != nil {
		return nil, err
	}
	s, err := server.Open(ctx, place, c.options())
	if err != nil {
		return nil, err
	}
	memory := place.Kind == server.Alone && place.Dir == ""
	b, err := openBroker(ctx, s.Conn(), c, memory)
	if err != nil {
		s.Close()
		return nil, err
	}
	client := &Client{b: b, server: s, config: c}
	if c.Near {
		if client.near, err = openNear(place, c); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return client, nil
}

// Close leaves the cluster. Jobs go on without their submitter, unless this was
// the cluster's only process. Iterators of this client end with an error.
func (c *Client) Close() (err error) {
	c.close.Do(func() {
		if c.near != nil {
			err = c.near.Close()
		}
		if c.server != nil {
			err = errors.Join(err, c.server.Close())
		}
	})
	return err
}

// Nodes lists the nodes that work for the cluster now. A node that died is
// listed for some seconds more. Blocks for a round trip.
func (c *Client) Nodes(ctx context.Context) ([]NodeInfo, error) { return c.b.nodeInfos(ctx) }
