package fork

import "github.com/skua-go/skua"

func fib(f *frame, n int) int {
	if n < 2 {
		return n
	}
	a := fib(f.Fork(n-2), n-1)
	b, done := f.Join()
	if !done {
		b = fib(f, n-2)
	}
	return a + b
}

func trib(f *frame, n int) int {
	if n < 3 {
		return n / 2
	}
	g := f.Fork(n - 3)
	a := trib(g.Fork(n-2), n-1)
	b, done := g.Join()
	if !done {
		b = trib(g, n-2)
	}
	c, done := f.Join()
	if !done {
		c = trib(f, n-3)
	}
	return a + b + c
}

func rounds(f *frame, n int) int {
	sum := 0
	for ; n > 1; n /= 2 {
		sum += fib(f.Fork(n), n-1)
		if rest, done := f.Join(); done {
			return sum + rest
		}
	}
	return sum
}

func stacked(f *frame, n int) int {
	var forked [8]*frame
	for i := 7; i > 0; i-- {
		forked[i] = f
		f = f.Fork(i)
	}
	sum := fib(f, 0)
	for i := 1; i < 8; i++ {
		s, done := forked[i].Join()
		if !done {
			s = fib(forked[i], i)
		}
		sum += s
	}
	return sum
}

func appended(f *frame, n int) {
	var pending []*frame
	for i := range n {
		pending = append(pending, f)
		f = f.Fork(i)
	}
	for i := range pending {
		f = pending[len(pending)-1-i]
		if _, done := f.Join(); !done {
			fib(f, i)
		}
	}
}

func sometimes(f *frame, n int) int {
	next := f
	if n > 20 {
		next = f.Fork(n - 2)
	}
	a := fib(next, n-1)
	if n > 20 {
		if b, done := f.Join(); done {
			return a + b
		}
	}
	return a + fib(f, n-2)
}

func flagged(f *frame, n int) int {
	forked := false
	next := f
	if n > 20 || n == 7 {
		next, forked = f.Fork(n-2), true
	}
	a := fib(next, n-1)
	if !forked {
		return a + fib(f, n-2)
	}
	b, done := f.Join()
	if !done {
		b = fib(f, n-2)
	}
	return a + b
}

func middle(f *frame, n int) int {
	var g *frame
	sum := 0
	for i := range n {
		if i == n/2 {
			g = f.Fork(i)
		}
		sum += i
	}
	if g != nil {
		if b, done := f.Join(); done {
			return sum + b
		}
	}
	return sum
}

func panics(f *frame, n int) int {
	a := fib(f.Fork(n-2), n-1)
	if a < 0 {
		panic("negative")
	}
	b, done := f.Join()
	if !done {
		b = fib(f, n-2)
	}
	return a + b
}

// helper joins what its caller has forked.
func helped(f *frame, n int) int {
	a := fib(f.Fork(n-2), n-1)
	return a + helper(f, n-2)
}

func helper(f *frame, n int) int {
	b, done := f.Join()
	if !done {
		b = fib(f, n)
	}
	return b
}

func deferred(f *frame, n int) int {
	defer f.Join()
	return fib(f.Fork(n-2), n-1)
}

func closure(f *frame, n int) (sum int) {
	join := func() {
		if b, done := f.Join(); done {
			sum += b
		} else {
			sum += fib(f, n-2)
		}
	}
	sum = fib(f.Fork(n-2), n-1)
	join()
	return sum
}

type holder struct{ f *frame }

func kept(f *frame, h *holder, n int) int {
	h.f = f
	a := fib(f.Fork(n-2), n-1)
	return a + h.join()
}

func (h *holder) join() int {
	b, _ := h.f.Join()
	return b
}

func tried(f *frame, n int) int {
	a := 0
	g := f.Fork(n - 2)
	if err := skua.Try(g, func() { a = fib(g, n-1) }); err != nil {
		a = 0
	}
	b, done := f.Join()
	if !done {
		b = fib(f, n-2)
	}
	return a + b
}

func both(f *frame, n int) int {
	a, b := f.Both(n-1, n-2)
	return a + b
}

func tail(f *frame, n int) int {
	for n > 1 {
		g := f.Fork(n - 2)
		a := fib(g, n-1)
		b, done := f.Join()
		if !done {
			n -= 2
			continue
		}
		return a + b
	}
	return n
}

func switched(f *frame, kind, n int) int {
	g := f
	switch kind {
	case 1:
		g = f.Fork(n)
	case 2:
		return fib(g, n)
	}
	a := fib(g, n)
	switch kind {
	case 1:
		if b, done := f.Join(); done {
			return a + b
		}
	}
	return a + fib(f, n)
}

// sum may be the body of a FuncErr: an error stops its run, and nobody joins any more.
func sum(f *frame, n int) (int, error) {
	a, err := work(f.Fork(n-2), n-1)
	if err != nil {
		return 0, err
	}
	b, done := f.Join()
	if !done {
		if b, err = work(f, n-2); err != nil {
			return 0, err
		}
	}
	return a + b, nil
}
