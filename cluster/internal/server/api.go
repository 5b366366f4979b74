// Package server is replaced by branch server.
package server

import (
	"context"
	"io"

	"github.com/nats-io/nats.go"
)

type Kind int
type Where struct {
	Kind Kind
	Dir  string
	URL  string
}

const (
	Alone Kind = iota
	Shared
	External
)

func Parse(where string) (Where, error) { return Where{}, nil }

type Options struct {
	Name, Creds, CA, Cert, Key string
	Log                        io.Writer
	MaxStore                   int64
}
type Server struct{}

func Open(ctx context.Context, w Where, o Options) (*Server, error) { return nil, nil }
func (s *Server) Conn() *nats.Conn                                  { return nil }
func (s *Server) Hosts() bool                                       { return false }
func (s *Server) Close() error                                      { return nil }
