// Package pool is what the tests need of the real one: signatures.
package pool

type Pool struct{}

func New() *Pool { return nil }

func (p *Pool) Go(f func())                   {}
func (p *Pool) Wait()                         {}
func (p *Pool) WithMaxGoroutines(n int) *Pool { return p }
func (p *Pool) WithErrors() *ErrorPool        { return nil }

type ErrorPool struct{}

func (p *ErrorPool) Go(f func() error) {}
func (p *ErrorPool) Wait() error       { return nil }
