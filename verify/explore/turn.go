package main

import "iter"

// result is what became of a stage or of a fault.
type result struct {
	text   string
	missed bool // the fault
	err    error
}

// inTurn does the jobs two at a time and yields their results in the order of the list. Each job
// takes one processor: an exploration runs one thread at a time, and linking is most of planting.
func inTurn(jobs []func() result) iter.Seq[result] {
	return func(yield func(result) bool) {
		results := make([]chan result, len(jobs))
		for i := range results {
			results[i] = make(chan result, 1)
		}
		go func() {
			turns := make(chan struct{}, 2)
			for i, job := range jobs {
				turns <- struct{}{}
				go func() {
					results[i] <- job()
					<-turns
				}()
			}
		}()
		for _, c := range results {
			if !yield(<-c) {
				return
			}
		}
	}
}
