package main

import (
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

func memory() (m runtime.MemStats) {
	runtime.ReadMemStats(&m)
	return m
}

// peakHeap runs f and returns the most bytes of objects, dead ones among them, that the heap had
// meanwhile beyond what it had before, by looks a quarter of a millisecond apart.
func peakHeap(f func()) uint64 {
	runtime.GC()
	before := heap()
	var over atomic.Bool
	most := make(chan uint64)
	go func() {
		peak := before
		for !over.Load() {
			peak = max(peak, heap())
			time.Sleep(time.Second / 4000)
		}
		most <- peak
	}()
	f()
	last := heap()
	over.Store(true) // ORDER: after f; the load of the goroutine that looks ends it
	return max(<-most, last) - before
}

// heap is how many bytes the objects of the heap take.
func heap() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
