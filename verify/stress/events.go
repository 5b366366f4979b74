package main

// events happen when that many nodes of a program have begun.
type events struct{ list []event }

type event struct {
	at int64
	c  chan struct{}
}

// when returns a channel that is closed when the n-th node begins. Before the
// program does.
func (e *events) when(n int64) chan struct{} {
	c := make(chan struct{})
	e.list = append(e.list, event{n, c})
	return c
}

// pass lets happen what is due when the n-th node begins.
func (e *events) pass(n int64) {
	for _, ev := range e.list {
		if ev.at == n {
			close(ev.c)
		}
	}
}
