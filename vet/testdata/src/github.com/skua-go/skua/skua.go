// Package skua is what the tests need of the real one: signatures.
package skua

import "context"

type Place interface{ place() }

type Frame[A, R any] struct{ next *Frame[A, R] }

func (f *Frame[A, R]) Fork(y A) *Frame[A, R]  { return f.next }
func (f *Frame[A, R]) Join() (r R, done bool) { return r, false }
func (f *Frame[A, R]) Both(x, y A) (rx, ry R) { return rx, ry }
func (f *Frame[A, R]) Each(args []A, res []R) {}
func (f *Frame[A, R]) Poll()                  {}
func (f *Frame[A, R]) place()                 {}

type Func[A, R any] struct{}

func NewFunc[A, R any](body func(f *Frame[A, R], arg A) R) *Func[A, R] { return nil }

func (fn *Func[A, R]) Run(arg A) (r R)         { return r }
func (fn *Func[A, R]) On(p Place, arg A) (r R) { return r }

type Worker struct{}

func (w *Worker) Context() context.Context                { return nil }
func (w *Worker) Go(s *Scope, task func(w *Worker) error) {}
func (w *Worker) Poll()                                   {}
func (w *Worker) place()                                  {}

type Pool struct{}

func (p *Pool) place()                                                 {}
func (p *Pool) Run(ctx context.Context, f func(w *Worker) error) error { return nil }

type Option interface{ apply() }

func New(options ...Option) (*Pool, error) { return nil, nil }
func Default() *Pool                       { return nil }
func WithWorkers(n int) Option             { return nil }

func Join(p Place, a, b func(w *Worker)) {}
func Blocking(p Place, f func())         {}
func Try(p Place, f func()) error        { return nil }

type Scope struct{}

func NewScope(ctx context.Context, p Place) *Scope { return nil }

func (s *Scope) Go(task func(w *Worker) error)         {}
func (s *Scope) TryGo(task func(w *Worker) error) bool { return false }
func (s *Scope) SetLimit(n int)                        {}
func (s *Scope) Wait() error                           { return nil }

type Loop struct {
	From, To, Grain, Workers int
	Body                     func(p *Part)
}

func (l *Loop) Run(p Place) {}

type Part struct{}

func (p *Part) Next() bool      { return false }
func (p *Part) Index() int      { return 0 }
func (p *Part) Worker() *Worker { return nil }
