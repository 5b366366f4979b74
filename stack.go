package skua

import (
	"math/bits"
	"reflect"
	"runtime"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/fork"
)

// Frames come in chunks, each twice as long as the one before. So a stack is small until
// a deep recursion needs more, and the chunks that were used can be found and cleared
// without a counter on the fork path: the gate of a chunk's last frame is always shut
// until the first fork there.
const (
	chunkFrames = 32 // of the first chunk
	maxChunks   = 12 // 131,040 frames: UTS T3L starves with 1,024 (docs/decisions/0005-chunks-that-double.md)
)

// padFrames is how many frames at each end of a chunk are never used, so that the frames of two
// workers do not share cache lines: at least 128 bytes where words have 64 bits, somewhat less
// where they have 32.
const padFrames = 3

// alwaysShut is the gate of a chunk's last frame.
var alwaysShut = crew.Shut

// chunkOf returns the chunk of frame i and its place there.
func chunkOf(i uint32) (k int, j uint32) {
	k = bits.Len32(i/chunkFrames+1) - 1
	return k, i - firstOf(k)
}

// firstOf returns the index of the first frame of chunk k.
func firstOf(k int) uint32 { return chunkFrames * (1<<k - 1) }

// stack is the typed part of one worker's stack for one Func. Chunks are added
// by the owner before it exposes a frame in them, so a thief that has claimed
// frame i finds its chunk.
type stack[A, R any] struct {
	core   *fork.Stack
	body   func(f *Frame[A, R], arg A) R // fn's body: kept here, Both needs one load less
	fn     *Func[A, R]
	chunks [maxChunks][]Frame[A, R]
}

// stackOn returns w's stack for fn.
func (fn *Func[A, R]) stackOn(w *crew.Worker) *stack[A, R] {
	if core := fork.StackOf(w, fn); core != nil {
		return core.Body().(*stack[A, R])
	}
	s := &stack[A, R]{fn: fn, body: fn.body}
	s.core = fork.NewStack(w, fn, s)
	s.addChunk(0)
	return s
}

func (s *stack[A, R]) addChunk(k int) []Frame[A, R] {
	n := chunkFrames << k
	c := make([]Frame[A, R], n+2*padFrames)[padFrames : n+padFrames]
	for j := range c {
		f := &c[j]
		f.stack, f.i, f.gate = s, firstOf(k)+uint32(j), &s.core.Gate
		if j > 0 {
			c[j-1].next = f
		}
	}
	c[len(c)-1].gate = &alwaysShut
	s.chunks[k] = c
	return c
}

func (s *stack[A, R]) frame(i uint32) *Frame[A, R] {
	k, j := chunkOf(i)
	return &s.chunks[k][j]
}

// follow links the chunk that comes after its last frame f, and returns the
// frame after f, or nil if f is the last of all.
func (s *stack[A, R]) follow(f *Frame[A, R]) *Frame[A, R] {
	k, _ := chunkOf(f.i + 1)
	if k == maxChunks {
		return nil
	}
	c := s.chunks[k]
	if c == nil {
		c = s.addChunk(k)
	}
	f.gate, f.next = &s.core.Gate, &c[0]
	return f.next
}

// last reports whether no frame can come after f.
func (f *Frame[A, R]) last() bool { return f.i == firstOf(maxChunks)-1 }

// Slot implements fork.Body.
func (s *stack[A, R]) Slot(i uint32) *fork.Slot { return &s.frame(i).slot }

// Exec implements fork.Body: the thief runs the task above its own frames.
func (s *stack[A, R]) Exec(thief *crew.Worker, i uint32) {
	own, f := s.fn.stackOn(thief), s.frame(i)
	if !s.fn.open {
		thief.Typed = true
	}
	base := own.core.Base()
	f.res = s.body(own.frame(base), f.arg)
	own.core.Ended(base)
}

// Name implements fork.Body.
func (s *stack[A, R]) Name() string {
	return runtime.FuncForPC(reflect.ValueOf(s.body).Pointer()).Name()
}

// Clear implements fork.Body: it clears the first chunk and drops the later ones.
func (s *stack[A, R]) Clear() {
	first := s.chunks[0]
	if !s.fn.pointers && s.chunks[1] == nil {
		return
	}
	var arg A
	var res R
	for j := range first {
		f := &first[j]
		f.arg, f.res = arg, res
	}
	last := &first[len(first)-1]
	last.gate, last.next = &alwaysShut, nil
	clear(s.chunks[1:])
}
