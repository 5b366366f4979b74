package main

import (
	"runtime"
	"time"
	"weak"
)

// remembered are programs that are over, with their closed pools.
type remembered []weak.Pointer[program]

// rememberedMost is how many there are until they are looked for.
const rememberedMost = 500

// alive returns how many of the programs cannot be freed: skua keeps something of them,
// when no other goroutine does. It gives the collector some time.
func (r remembered) alive() (n int) {
	current.Store(nil)
	for end := time.Now().Add(10 * time.Second); ; runtime.Gosched() {
		runtime.GC()
		n = 0
		for _, p := range r {
			if p.Value() != nil {
				n++
			}
		}
		if n == 0 || time.Now().After(end) {
			return n
		}
	}
}
