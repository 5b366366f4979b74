package sched

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/fork"
	"github.com/skua-go/skua/internal/loop"
	"github.com/skua-go/skua/internal/spawn"
)

// What the facade needs of the wings, by their own names.
type (
	Worker     = crew.Worker
	Config     = crew.Config
	Counts     = crew.Counts
	Failure    = crew.Failure
	Job        = crew.Job
	Stack      = fork.Stack
	Slot       = fork.Slot
	LoopConfig = loop.LoopConfig
	Part       = loop.Part
	Scope      = spawn.Scope
	Round      = spawn.Round
)

// ErrClosed is what every call answers after Close.
var ErrClosed = crew.ErrClosed

// Shut is a gate that no fork passes.
const Shut = crew.Shut

// Exact says whether this build knows how many forks of each stack are not joined.
const Exact = fork.Exact

// NewStack gives w a stack for the task type that key stands for.
func NewStack(w *Worker, key any, body fork.Body) *Stack { return fork.NewStack(w, key, body) }

// StackOf returns w's stack for the task type key, or nil.
func StackOf(w *Worker, key any) *Stack { return fork.StackOf(w, key) }

// Run runs a loop that is not empty above the frames that s has in use.
func Run(s *Stack, c LoopConfig) { loop.Run(s, c) }

// Flush moves w's own spawned tasks where every worker looks.
func Flush(w *Worker) { spawn.Flush(w) }

// Innermost returns the worker that the calling goroutine runs, of whatever pool, or nil.
func Innermost() *Worker { return crew.Innermost() }

// Elsewhere is Innermost for a worker that has its token.
func Elsewhere() *Worker { return crew.Elsewhere() }
