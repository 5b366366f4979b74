package forecast

// A program is a trace.Dag made ready to be replayed any number of times.
type program struct {
	steps  []step
	scopes int
	sites  int
	inside bool // the guest is a worker all the time: there is work outside of calls, or no call
	work   float64
	span   float64
}

// A step is an op of the dag with its operand.
type step struct {
	kind    stepKind
	site    int32
	to      int32   // fork: its branch; branch: its join; spawn: its end
	of      int32   // branch, join: the fork; spawn, end, gather: the scope, counted from 0
	n       int     // loop: indices
	seconds float64 // run, loop
}

type stepKind uint8

const (
	stepRun stepKind = iota
	stepFork
	stepBranch
	stepJoin
	stepSpawn
	stepEnd
	stepGather
	stepLoop
	stepCall
	stepReturn
)

var stepNames = []string{"run", "fork", "branch", "join", "spawn", "end", "gather", "loop", "call", "return"}
