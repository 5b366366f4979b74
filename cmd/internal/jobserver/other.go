//go:build !unix

package jobserver

import (
	"context"
	"errors"
)

// A Pool is a share of the tokens of a jobserver, of which there is none here.
type Pool struct{}

// Join returns no Pool: make shares jobs by other means here.
func Join() (*Pool, error) { return nil, nil }

// Serve returns an error.
func Serve(int, bool) (*Pool, error) {
	return nil, errors.New("a jobserver needs the pipes of a Unix system")
}

// Acquire is not called: there is no Pool.
func (p *Pool) Acquire(context.Context) error { return nil }

// Release is not called.
func (p *Pool) Release() {}

// Abandon is not called.
func (p *Pool) Abandon() {}

// Close is not called.
func (p *Pool) Close() error { return nil }
