package steals

import (
	"fmt"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/replay"
	"github.com/skua-go/skua/internal/sched"
)

// Record is skua.New for a pool that writes into the file which worker takes which forks, ranges of
// loops, spawned tasks and calls, so that Replay, in the same program with the same input, can do
// it again. The file is complete when the pool's Close has returned, which returns an error if it
// could not be written. The file says nothing of the time: of two tasks that run at once it does
// not know which was first to take a lock.
//
// A fork costs some 70 ns more then, a spawned task 15 µs, and a loop without a grain gets one.
// Record fails, with an error that wraps skua.ErrConfig, as skua.New does, and if the file cannot
// be made, or another pool or process records into it. Other processes are not noticed on systems
// without flock, such as Windows.
//
// SKUA_RECORD=file is the same for every pool of a process, but cannot fail: what is wrong is said
// on stderr. A process that a recorded one starts inherits the variable, and leaves the file to it.
func Record(file string, options ...skua.Option) (*skua.Pool, error) {
	return pool(options, replay.Record, "steals.Record", file)
}

// Replay is skua.New for a pool that does what the file says. The same workers run the same forks,
// ranges and tasks in the same order, and all else is run by its owner: so what depends on nothing
// but the input and on who ran what comes out again.
//
// If the program does something else than the recorded one, that is reported on stderr with the
// line of the file, the pool's Close returns it, and the pool goes on as usual: it never waits for
// what cannot come. A pool with another number of workers than the recorded one does not follow it.
// Replay fails, with an error that wraps skua.ErrConfig, as skua.New does, and if the file is
// damaged, or was recorded by another program, or by calls from several goroutines that cannot be
// told apart.
//
// SKUA_REPLAY=file is the same for every pool of a process, of a file that SKUA_RECORD has
// recorded. It says on stderr when the file was followed to its end, or that the program goes on
// after that.
func Replay(file string, options ...skua.Option) (*skua.Pool, error) {
	return pool(options, replay.Replay, "steals.Replay", file)
}

// pool returns a pool with the steal schedule that open returns for the file.
func pool(options []skua.Option, open func(what, file string) (*replay.Schedule, error), what, file string) (*skua.Pool, error) {
	p, err := sched.Make(options, func() (*replay.Schedule, error) {
		s, err := open(what, file)
		if err != nil {
			err = fmt.Errorf("%w: %w", skua.ErrConfig, err)
		}
		return s, err
	})
	return p.(*skua.Pool), err
}
