package event

// Event is one change of what a worker does.
type Event struct {
	At   int64  // nanoseconds since the recording began
	Ref  uint64 // the fork, task, loop or scope that it is about; 0 if none
	N    int64  // as Kind says
	Site uint32 // the call site, as Sites numbers them; 0 if the kind has none
	Kind Kind
	Part Part // of Begin and End: what begins; of Spawn and Loop: how many may run at a time, as Most has it
}

// A Kind says what has changed. The comments say the mode that follows, and what Ref, Site
// and N are.
type Kind uint8

// The kinds of events.
const (
	None Kind = iota

	// The worker.
	Enter   // Work. A call from outside comes in, or a call inside a task; N is the line of the worker around it, or -1. Site: of the call
	Leave   // Away. The call has ended
	Begin   // Work. A segment begins: Part says of what, and what Ref and N are; Site if known
	Start   // Work. The same segment, where the recording begins inside it
	End     // Over. The segment's last task has ended, and all that it left behind
	Seek    // Search. The worker looks for work
	Stole   // Over. It has taken work of the worker whose line is N; -1: from an inbox or its own queue
	Sleep   // Sleep
	Wake    // Search
	Retire  // Away. A resident ends
	Block   // Block. Site: of Blocking
	Unblock // Work
	Pause   // Pause. N: 1 if it works for the recorder meanwhile, 0 if it is held
	Resume  // as before the Pause
	Off     // as before. For N ns of the strand that ends here the thread was not on a processor; -1: not known how long.
	// Ref: 1 if the thread gave the processor back itself, at least once
	Panic // as before. A task has panicked; Site: the fork, spawn or call of it, if known; Ref: the text's number

	// Forks.
	Fork   // Work. The second branch waits to be run, the first begins. Site: of the fork
	Retake // Work. The first branch has ended, the second begins here: nobody stole it
	Await  // Wait. The first branch has ended, a thief has the second
	Joined // Work. Both have ended
	Drop   // as before. The fork ends without a join: a panic or a cancellation passed

	// Spawned tasks.
	Spawn    // Work. Ref: the task; N: the scope. Site: of the spawn
	Gather   // Wait. Ref: the scope; its maker waits, and may run tasks of it: Begin … End
	Gathered // Work. All tasks have ended

	// Loops.
	Loop     // Work. N: the number of indices. Site: of the loop
	Chunk    // Work. A chunk begins, of as many indices as the high 32 bits of N say; what was told of before ended here, and had as many as the low ones say. While no thief can see the loop, many chunks are told of as one
	Finish   // Wait. The maker finds nothing more of the loop; N: indices of its last chunk
	Finished // Work. All of it has ended; N as at Finish, if there was none

	Kinds int = iota
)

// A Part says what a segment runs.
type Part uint8

// Most is the Part of a limit: 0 if there is none, and 255 if it is more.
func Most(limit int64) Part { return Part(min(max(limit, 0), 255)) }

// What segments run.
const (
	Call   Part = iota // a call's body
	Stolen             // the second branch of a fork; Ref: the fork
	Task               // a spawned task; Ref: the task, or 0 if nobody has told of its spawn; N: the scope
	Share              // a part of a loop; Ref: the loop
)

// A Mode is what a worker does between two events.
type Mode uint8

// The modes of a worker.
const (
	Away Mode = iota
	Work
	Over
	Search
	Asleep
	Wait
	Blocking
	Paused
	Modes int = iota
)

// String returns the name of a kind.
func (k Kind) String() string { return kindNames[k] }

var kindNames = [Kinds]string{
	"none", "enter", "leave", "begin", "start", "end", "seek", "stole", "sleep", "wake",
	"retire", "block", "unblock", "pause", "resume", "off", "panic", "fork", "retake", "await",
	"joined", "drop", "spawn", "gather", "gathered", "loop", "chunk", "finish", "finished",
}

// String returns the name of a mode.
func (m Mode) String() string { return modeNames[m] }

var modeNames = [Modes]string{"away", "work", "over", "search", "sleep", "wait", "block", "pause"}
