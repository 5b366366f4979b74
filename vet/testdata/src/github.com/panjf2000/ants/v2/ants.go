// Package ants is what the tests need of the real one: signatures.
package ants

type Pool struct{}

type Option func()

func WithNonblocking(nonblocking bool) Option { return nil }

func NewPool(size int, options ...Option) (*Pool, error) { return nil, nil }

func (p *Pool) Submit(task func()) error { return nil }

type PoolWithFunc struct{}

func NewPoolWithFunc(size int, pf func(any), options ...Option) (*PoolWithFunc, error) {
	return nil, nil
}

func (p *PoolWithFunc) Invoke(arg any) error { return nil }
