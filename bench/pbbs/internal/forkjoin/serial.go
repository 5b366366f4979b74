package forkjoin

// Serial runs a program by plain calls: its branches one after the other, and loops undivided.
func Serial(program func(Ctx)) { program(plain{}) }

type plain struct{}

func (p plain) Both(a, b func(Ctx)) {
	a(p)
	b(p)
}

func (p plain) For(from, to, grain int, body func(c Ctx, from, to int)) {
	if grain < 1 {
		panic("forkjoin: For needs a grain of at least 1")
	}
	if from < to {
		body(p, from, to)
	}
}
