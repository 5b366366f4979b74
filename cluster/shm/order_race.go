//go:build race

package shm

import "sync/atomic"

// order shows the race detector what the words of the mapping order: it does not look at
// memory outside of Go's. Between two goroutines of one process a task's word is released
// and acquired like any atomic, so each task has a twin word here. Called before a word is
// published, and after it was read.
//
// ORDER: the detector's only; the word itself orders the memory.
func (m *Member) order(task int) { twins[task%len(twins)].Add(1) }

var twins [4096]atomic.Uint32
