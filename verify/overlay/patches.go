package overlay

import "fmt"

// Small names the patches that shrink sizes.
const Small = "small"

// small shrinks sizes, so that small cases reach every corner.
var small = []Patch{
	{"func.go", "chunkFrames = 32", "chunkFrames = 2"},
	{"func.go", "maxChunks   = 12", "maxChunks   = 2"},
	{"internal/crew/wait.go", "looks    = 1 << 10", "looks    = 1"},
	{"internal/crew/wait.go", "alone    = 16", "alone    = 1"},
	{"internal/crew/wait.go", "patience = 64", "patience = 3"},
	{"internal/sched/idle.go", "const rounds = 32", "const rounds = 1"},
	// A schedule depends on no clock. Each steal that the owner waits for is needless, and each offer
	// whose frame comes back; no task is short: then more forks are answers.
	{"internal/fork/demand.go", "since(begun) >= slot.took)", "since(begun) >= 0)"},
	{"internal/fork/demand.go", "clock.Now()-d.offered < trifle", "true"},
	{"internal/fork/demand.go", "return t < took(", "return false && t < took("},
	{"internal/sched/idle.go", "const askEvery = 8", "const askEvery = 1"},
	{"internal/sched/idle.go", "		ticks := p.Watch", "		ticks := false && p.Watch"}, // a schedule depends on no clock
	{"internal/loop/partsteal.go", "lingers = 24", "lingers = 1"},
	{"internal/loop/partsteal.go", "between = 512", "between = 1"},
	{"internal/loop/partsteal.go", "lenient = 4", "lenient = 0"}, // it goes by the clock
	{"internal/loop/loop.go", "	l.first.cursor.Alone = l.Who == cost.Nobody\n", // a kind that is dealt, whatever the clock says
		"	if c.Kind == 99 {\n		l.Help = cost.Help{Who: cost.Dealt}\n	}\n	l.first.cursor.Alone = l.Who == cost.Nobody\n"},
	{"internal/loop/deal.go", "hotLooks  = 1 << 12", "hotLooks  = 1"},
	{"internal/loop/deal.go", "coldLooks = 1 << 4", "coldLooks = 1"},
	{"internal/loop/loops.go", "const patience = 3", "const patience = 1"},
	{"internal/sched/resident.go", "return max(16, 4*workers)", "return 0"},
	{"internal/sched/guest.go", "const keptGuests = 16", "const keptGuests = 1"},
	{"internal/roster/roster.go", "const Few = 32", "const Few = 1"},
	{"internal/indices/cursor.go", "c.SetChunk(min(", "c.SetChunk(2 * min("},
	{"internal/spawn/spawns.go", "const maxBatch = 32", "const maxBatch = 2"},
	{"internal/spawn/inbox.go", "const slabTasks = 41", "const slabTasks = 2"},
	{"internal/line/queue.go", "fewTasks  = 8", "fewTasks  = 1"},
	{"internal/sleep/word.go", "jecBits     = 28", "jecBits     = 2"},
	{"internal/sleep/sleep.go", "const words = 16", "const words = 1"},
	{"internal/event/line.go", "const chunkLen = 1024", "const chunkLen = 2"},
	{"span/wait.go", "spins  = 4", "spins  = 0"},
	{"span/wait.go", "yields = 16", "yields = 1"},
	{"classic/search.go", "const sleepy = 32", "const sleepy = 1"},
	{"deque/split.go", "publicSlots = 256", "publicSlots = 2"},
	{"deque/split.go", "minPrivate  = 8", "minPrivate  = 1"},
	{"deque/bwos.go", "blockSlots = 32", "blockSlots = 2"},
	{"deque/locked.go", "const minRing = 8", "const minRing = 1"},
}

// Strangers names the patches that give a goroutine a new name in each call, as if
// every call into a pool came on a coroutine of the task that makes it.
const Strangers = "strangers"

var strangers = []Patch{
	{"internal/bound/table.go", "import (\n", "import (\n	\"math/rand/v2\"\n\n"},
	{"internal/bound/table.go", "func me() uintptr { return self.Goroutine() }\n",
		"func me() uintptr { return self.Goroutine() ^ uintptr(rand.Uint64()|1) }\n"},
	{"internal/bound/table.go", "invariant.Enabled && name != me()", "false"},
	{"internal/crew/locate.go", "return w.Self.Load() == self.Goroutine()", "return w.Self.Load() != 0"},
	{"worker.go", "	w := s.pool.Here()\n	if w == nil {\n",
		"	w := s.pool.Here()\n	if w == nil && s.stack != nil {\n		w = s.stack.Worker()\n	}\n	if w == nil {\n"},
}

// Grouped names the patches that do with any number of workers what is done with many: loops count in
// groups, or rather in one, beaten thieves leave workers out, and of two that search one looks away.
const Grouped = "grouped"

var grouped = []Patch{
	{"internal/tally/tally.go", "const alone = 8", "const alone = 1"},
	{"internal/policy/crowd.go", "const few = 16", "const few = 1"},
	{"internal/policy/crowd.go", "const crowded = 2", "const crowded = 1"},
	{"internal/policy/crowd.go", "const lookers = 64", "const lookers = 1"},
	{"internal/tally/tally.go", "bits.Len(uint(workers-1)) / 2", "bits.Len(uint(workers-1)) / 64"},
	{"internal/tally/tally.go", "large    = 1 << 30", "large    = 3"},
}

// ShmAlone names the patches that leave recovery alone: tasks in shared memory that it
// misses are not found by idle members, nor by their submitter.
const ShmAlone = "shm-alone"

var shmAlone = []Patch{
	{"cluster/shm/adopt.go", "	n, now := 0, int64(0)\n", "	if p.k != nil {\n		return false\n	}\n	n, now := 0, int64(0)\n"},
	{"cluster/shm/flow_results.go", "	for i := f.head; i != f.tail && i-f.head < scanAhead; i++ {\n", "	for i := f.tail; i != f.tail && i-f.head < scanAhead; i++ {\n"},
}

// Timed names the patches for the virtual machine room: loops that only look cost one look in 64 and
// the time of the others, threads say what they do, and package par asks the room for the time.
const Timed = "timed"

// Timely are the packages that the virtual machine room runs.
var Timely = []string{".", "internal/crew", "internal/fork", "internal/loop", "internal/loop/cost", "internal/loop/tray", "internal/spawn", "internal/sched", "internal/sleep", "internal/park", "internal/line", "deque", "internal/indices", "internal/roster", "internal/tally", "internal/views/left", "span", "par", "par/internal/call", "classic", "verify/room/program"}

// The looks of a waiter take 0.3 ns each on a real processor, those of a loop's maker 0.6 ns.
var timed = []Patch{
	{"internal/crew/wait.go", "import (\n", "import (\"" + module + "/internal/explore\"\n"},
	{"internal/crew/wait.go", "	for range looks {\n		if state.Load() == Done {\n			return true\n		}\n",
		"	for k := 0; k < looks; k += 64 {\n		if state.Load() == Done {\n			return true\n		}; explore.Spend(20_000)\n"},
	{"internal/crew/wait.go", "	if !w.replaced(state) && announce(state) {\n", "	defer explore.Enter(explore.Enter(2)); if !w.replaced(state) && announce(state) {\n"},
	{"internal/loop/partsteal.go", "import (\n", "import (\"" + module + "/internal/explore\"\n"},
	{"internal/loop/partsteal.go", "		for range between {\n", "		for range between / 64 { explore.Spend(37_000)\n"},
	{"internal/loop/partsteal.go", "	all := p.worker.Crew.All.Entries()\n", "	defer explore.Enter(explore.Enter(2)); all := p.worker.Crew.All.Entries()\n"},
	{"internal/self/doc.go", "package self\n", "package self; import \"" + module + "/internal/explore\"\n"},
	{"internal/self/doc.go", "func Goroutine() uintptr { return goroutine() }\n",
		"func Goroutine() uintptr { if name, ok := explore.Name(); ok { return name }; return goroutine() }\n"},
	{"internal/sched/idle.go", "import (\n", "import (\"" + module + "/internal/explore\"\n"},
	{"internal/sched/idle.go", "	r.Watch.Tell(watch.Seek)\n	r.Search.Begin(clock.Now())\n", "	r.Watch.Tell(watch.Seek); defer explore.Enter(explore.Enter(1))\n	r.Search.Begin(clock.Now())\n"},
	{"classic/search.go", "import (\n", "import (\"" + module + "/internal/explore\"\n"},
	{"classic/search.go", "	s := &w.pool.sleep\n", "	defer explore.Enter(explore.Enter(1)); s := &w.pool.sleep\n"},
	{"par/internal/call/blocks.go", "import (\n", "import (\"" + module + "/internal/explore\"\n"},
	{"par/internal/call/blocks.go", "func clock() time.Duration { return time.Since(epoch) }\n",
		"func clock() time.Duration { if now, ok := explore.Now(); ok { return now }; return time.Since(epoch) }\n"},
}

// Names returns the names of all planted faults.
func Names() []string {
	var names []string
	for _, f := range Faults {
		names = append(names, f.Name)
	}
	return names
}

// Named returns the patches of that name: a fault's, or Small.
func Named(names ...string) ([]Patch, error) {
	var out []Patch
	for _, name := range names {
		patches, err := named(name)
		if err != nil {
			return nil, err
		}
		out = append(out, patches...)
	}
	return out, nil
}

func named(name string) ([]Patch, error) {
	switch name {
	case Small:
		return small, nil
	case Strangers:
		return strangers, nil
	case Timed:
		return timed, nil
	case Grouped:
		return grouped, nil
	case ShmAlone:
		return shmAlone, nil
	}
	for _, f := range Faults {
		if f.Name == name {
			return f.Patches, nil
		}
	}
	return nil, fmt.Errorf("overlay: no patch is called %q", name)
}
