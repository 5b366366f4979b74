package crew

import "math/bits"

// What a thief leaves to the others that search. It leaves nothing to them when it has to look at
// everything, before it sleeps: then its Crowd is 0.

// tries is how many of the workers that search try for one piece of work, on average. If all tried,
// the owner would wait until its line of memory had visited every one of them. In the virtual
// machine room (docs/machine-room.md) one, two or four came to the same, and all of them to twice
// as much.
const tries = 2

// Refrains reports whether w leaves n pieces of work that it sees to the others that search: at random, and
// never if it has to look at everything, before it sleeps.
func (w *Worker) Refrains(n int) bool {
	return w.Crowd > tries*n && w.Random.Below(w.Crowd) >= tries*n
}

// lookers is how many of the workers that search look at a stack of forks, or at a loop, at a time, on
// average. Each look takes a line of memory to which its owner writes. In the virtual machine room an owner
// of 50 ns forks, 20 µs for 200 of them alone, takes 23 µs among 63 hungry workers; among 255 it took
// 47 µs, and takes 28.
const lookers = 64

// LooksAway reports whether w leaves it to the others that search to look at a stack, or at a loop.
func (w *Worker) LooksAway() bool { return w.Crowd > lookers && w.Random.Below(w.Crowd) >= lookers }

// asks is how many of the workers that search ask an owner for private work, on average. In the virtual
// machine room an unbalanced tree (uts) was 35.9 times as fast on 64 workers as on one if one asks, 38.1
// with four, 37.6 with eight and 37.7 with sixteen.
const asks = 4

// RefrainsFromAsking reports whether w leaves it to the others that search to ask an owner for private work.
func (w *Worker) RefrainsFromAsking() bool { return w.Crowd > asks && w.Random.Below(w.Crowd) >= asks }

// crowded is how many workers may look at one at the same time before that costs more than it brings.
// Between two and eight short tasks gain a little and tasks that are longer lose much: 1,024 leaves by
// Each on 64 workers of the virtual machine room (docs/machine-room.md), in T₁/P + T∞, take 3.96 with
// eight and 1.33 with two if a leaf takes 30 µs, 57.9 and 49.4 if it takes 1 µs.
//
// In the virtual machine room an unbalanced tree (uts) begins with 2,000 short tasks on one worker.
// While each of 256 thieves came back to it at once, its line of memory went to all of them after each
// steal: 2 to 7 of them had work, for half of the time. Since each thief that is beaten leaves out half
// of the workers that it passes, and half of these if it is beaten again, the tree is 47 times as fast as
// on one worker in place of 25.
const crowded = 2

// avoids reports whether w, which others were faster than, leaves out a worker that it passes.
func (w *Worker) avoids() bool {
	return w.beaten > 0 && w.Crowd > 0 && w.Random.Below(1<<w.beaten) > 0
}

// beat notes that another was faster than w. It is beaten at most so often that, if all workers were, about
// crowded of them would look at a worker.
func (w *Worker) beat() {
	if w.beaten < bits.Len64(uint64(w.Crew.Size.Load())/(2*crowded)) {
		w.beaten++
	}
}
