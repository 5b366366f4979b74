package program

import (
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/clock"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/verify/room"
)

// Room is the room that the programs run in, or nil outside.
var Room *room.Room

// work is so many nanoseconds of a task's own work.
func work(ns int) {
	if Room != nil {
		Room.Work(room.Time(ns) * room.Nanosecond)
		return
	}
	compute(int(float64(ns) * stepsPerNanosecond))
}

// idle lets time go by without work.
func idle(d time.Duration) {
	if Room != nil {
		explore.Spend(int64(room.Of(d)))
		return
	}
	time.Sleep(d)
}

func now() time.Duration { return clock.Now() }

// sum keeps what compute has computed.
var sum atomic.Uint64

func compute(steps int) {
	x := uint64(steps)
	for range steps {
		x = x*6364136223846793005 + 1442695040888963407
	}
	if x == 0 {
		sum.Store(x)
	}
}

// stepsPerNanosecond is measured by Calibrate.
var stepsPerNanosecond = 0.25

// Calibrate measures how many steps a nanosecond has, undisturbed: the most of many tries.
func Calibrate() {
	const steps = 200_000
	best := time.Duration(1 << 62)
	for range 200 {
		begin := time.Now()
		compute(steps)
		best = min(best, time.Since(begin))
	}
	stepsPerNanosecond = steps / float64(best)
}
