//go:build unix

package jobserver

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

// A Pool is a process's share of the tokens of a jobserver: the implicit one, and those it reads from the
// pipe. Safe for concurrent use.
//
// Invariants, under mu, which is also held from the reading of a byte until it is in held:
//
//	J1  held has the bytes that were read and not written back, one for each job that runs but one.
//	J2  The implicit token is a job's, or nobody waits.
//	J3  While somebody waits a goroutine reads.
type Pool struct {
	file     *os.File // of which in is the descriptor: the runtime waits for bytes
	in, out  int      // the two ends, opened by us alone, without waiting
	size     int      // bytes of a pool that we serve, else 0
	unguard  func()
	unserved func()

	mu       sync.Mutex
	implicit bool // a job has it
	held     []byte
	waiting  []chan struct{} // closed when a token was given
	reading  bool
	closed   bool
}

var errClosed = errors.New("the tokens of the jobserver were given back")

// Acquire blocks until there is a token for a job, and takes it. If ctx ends before that it returns the
// cause.
func (p *Pool) Acquire(ctx context.Context) error {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return errClosed
	}
	if !p.implicit {
		p.implicit = true
		p.mu.Unlock()
		return nil
	}
	given := make(chan struct{})
	p.waiting = append(p.waiting, given)
	if !p.reading {
		p.reading = true
		go p.read()
	}
	p.mu.Unlock()
	select {
	case <-given:
		return nil
	case <-ctx.Done():
		return p.leave(ctx, given)
	}
}

// leave ends a wait, unless a token has been given in the meantime.
func (p *Pool) leave(ctx context.Context, given chan struct{}) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.Index(p.waiting, given)
	if i < 0 {
		return nil
	}
	p.waiting = slices.Delete(p.waiting, i, i+1)
	p.quiet()
	return context.Cause(ctx)
}

// give gives a token to the first that waits.
func (p *Pool) give() {
	close(p.waiting[0])
	p.waiting = p.waiting[1:]
}

// read reads tokens as long as somebody waits.
func (p *Pool) read() {
	conn, err := p.file.SyscallConn()
	for err == nil {
		if err = conn.Read(p.readable); err == nil {
			return
		}
		p.mu.Lock()
		if p.reading = len(p.waiting) > 0 && !p.closed && errors.Is(err, os.ErrDeadlineExceeded); p.reading {
			err = p.file.SetReadDeadline(time.Time{}) // somebody waits again since quiet
		}
		p.mu.Unlock()
	}
}

// readable takes bytes for those that wait, and tells whether nobody does any more.
func (p *Pool) readable(fd uintptr) (done bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var b [1]byte
	for len(p.waiting) > 0 && !p.closed {
		switch n, err := syscall.Read(int(fd), b[:]); {
		case n == 1:
			p.held = append(p.held, b[0])
			p.give()
		case err == syscall.EAGAIN:
			return false
		case err != syscall.EINTR: // there is still the implicit token
			p.reading = false
			return true
		}
	}
	p.reading = false
	return true
}

// quiet ends the reading if nobody waits.
func (p *Pool) quiet() {
	if len(p.waiting) == 0 && p.reading {
		_ = p.file.SetReadDeadline(time.Unix(1, 0))
	}
}

// Release gives back the token of a job that has ended: a byte before the implicit token, so that other
// processes can have it.
//
// When no job of ours runs, and the pool is ours, the bytes that are not in the pipe are lost, and are
// replaced. What a command left in the background may still hold some: it then runs beside the others.
func (p *Pool) Release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	if last := len(p.held) - 1; last >= 0 {
		p.write(p.held[last:])
		p.held = p.held[:last]
		return
	}
	if p.size > 0 {
		p.fill()
	}
	if p.implicit = len(p.waiting) > 0; p.implicit {
		p.give()
		p.quiet()
	}
}

// fill lets the pipe have all bytes of the pool, and no more.
func (p *Pool) fill() {
	tokens := make([]byte, p.size)
	for {
		if n, err := syscall.Read(p.in, tokens); n <= 0 && err != syscall.EINTR {
			break
		}
	}
	for i := range tokens {
		tokens[i] = '+' // as GNU make
	}
	p.write(tokens)
}

// write writes tokens. The pipe has room for them: they were in it.
func (p *Pool) write(tokens []byte) {
	for len(tokens) > 0 {
		n, err := syscall.Write(p.out, tokens)
		if err != nil && err != syscall.EINTR {
			return
		}
		tokens = tokens[max(n, 0):]
	}
}

// Abandon gives back every token, whether its job has ended or not, and takes no more. It is for a process
// that dies.
func (p *Pool) Abandon() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.write(p.held)
	p.held, p.closed = nil, true
	_ = p.file.SetReadDeadline(time.Unix(1, 0))
}

// Close is Abandon, and closes the pipe.
func (p *Pool) Close() error {
	p.Abandon()
	p.unguard()
	p.unserved()
	return errors.Join(p.file.Close(), syscall.Close(p.out))
}
