package shm

import (
	"sync/atomic"
	"unsafe"
)

// words is a shared mapping, seen as words and bytes at offsets. The protocol reaches
// shared state in no other way, so under the explorer, where the words lie in Go memory,
// each access is a step.
//
// An offset is used as one kind only: as a word of 64 bits, a word of 32 bits, or bytes.
type words struct{ b []byte }

func newWords(b []byte) words { return words{b} }

// u64 is the word at off, a multiple of 8.
//
// SAFETY: the mapping begins on a page, so a multiple of 8 is aligned; it is not Go's
// memory, so the collector ignores the pointer; it is unmapped only after the last call
// of its member has returned. Go's atomics on such memory are the processor's, which hold
// between processes as between threads.
func (w *words) u64(off int) *atomic.Uint64 { return (*atomic.Uint64)(unsafe.Pointer(&w.b[off])) }

// u32 is the word at off, a multiple of 4.
//
// SAFETY: as u64.
func (w *words) u32(off int) *atomic.Uint32 { return (*atomic.Uint32)(unsafe.Pointer(&w.b[off])) }

// bytes are plain memory: a process that uses them has them to itself, by a word.
func (w *words) bytes(off, n int) []byte { return w.b[off : off+n : off+n] }
