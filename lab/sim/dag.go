package sim

import (
	"context"

	"github.com/skua-go/skua/par"
)

// DagConfig is one execution of a dag. Names that are empty mean the default.
type DagConfig struct {
	Family string // which dag: see Families
	Size   int    // n, in the family's own measure
	Chain  int    // k, nodes in a row at a leaf, for families with leaves: 1 by default
	Shape  uint64 // which of the dags, where chance decides

	Shares []int // loop: processor i begins with Shares[i] iterations, instead of Size at the first

	Processors int
	Seed       uint64
	Scheduler  string // "lcws" (default): split deques; "classic": all is public, as in [ABP98]; "static": no steals
	Expose     string // lcws: how much after a request: "one" (default) or "half"
	Keep       string // lcws: whether something stays public unasked: "never" (default), "hungry", "always"
	Victim     string // "random" (default), "roundrobin", "last", "richer", "fixed": the first

	Stall    float64 // probability that a processor does not get to its iteration in a round
	Timeline bool    // keep when each processor was busy
}

// DagResult is what an execution has counted. A round is one iteration of every
// processor that is not stalled, so Rounds × Processors = Work + Idle + Stalled.
type DagResult struct {
	Work    int64 // T₁: nodes
	Span    int64 // T∞: nodes on the longest path
	Rounds  int64 // T_P
	Idle    int64 // iterations without a node to execute
	Stalled int64

	Attempts int64 // to steal: one in an idle iteration, none with one processor
	Steals   int64 // of those: got a node
	Aborts   int64 // of those: saw a node, and lost it to another processor
	Noticed  int64 // attempts that saw nothing, and raised the victim's flag

	Pushes    int64
	Requests  int64 // flags that their owners saw
	Exposures int64 // times that an owner made nodes public; 0 if classic
	Exposed   int64 // nodes made public so
	Deepest   int64 // nodes in one deque at most

	OwnerCAS    int64 // compare-and-swaps on one's own deque
	OwnerFences int64 // memory fences on one's own deque
	OwnerStores int64 // plain stores to shared words of one's own: bottom, age, flag
	ThiefCAS    int64 // compare-and-swaps on the deques of victims
	ThiefStores int64 // flags raised: Noticed without those that were up

	Timeline [][]Interval // of each processor, if wanted
}

// An Interval is a sequence of rounds in which a processor executed nodes.
type Interval struct{ From, To int64 }

// Utilisation is the share of iterations that executed a node.
func (r DagResult) Utilisation() float64 {
	return float64(r.Work) / float64(r.Work+r.Idle+r.Stalled)
}

// Run executes a dag. The result depends on c alone: options say where to run and
// on how many workers. It ends early with the cause of ctx's end.
//
// Work O(Rounds × Processors), which is Work + Idle + Stalled; memory is about
// 300 bytes for each processor, and what is in the deques.
func Run(ctx context.Context, c DagConfig, o ...par.Option) (DagResult, error) {
	s, err := newExecution(c, o)
	if err != nil {
		return DagResult{}, err
	}
	for s.ready > 0 {
		if s.round%256 == 0 && ctx.Err() != nil {
			return DagResult{}, context.Cause(ctx)
		}
		s.step()
	}
	return s.result(), nil
}

// dagTally is what one block counts.
type dagTally struct {
	work, span, idle, stalled            int64
	attempts, steals, noticed            int64
	pushes, requests, exposures, exposed int64
	deepest, ownerCAS, ownerFences       int64
	ownerStores, thiefCAS, thiefStores   int64
	enabled                              int64 // less those executed, in this round
}

func (s *execution) result() DagResult {
	r := DagResult{Rounds: s.round, Timeline: s.timeline}
	for i := range s.tally {
		t := &s.tally[i]
		r.Work += t.work
		r.Span = max(r.Span, t.span)
		r.Idle += t.idle
		r.Stalled += t.stalled
		r.Attempts += t.attempts
		r.Steals += t.steals
		r.Noticed += t.noticed
		r.Pushes += t.pushes
		r.Requests += t.requests
		r.Exposures += t.exposures
		r.Exposed += t.exposed
		r.Deepest = max(r.Deepest, t.deepest)
		r.OwnerCAS += t.ownerCAS
		r.OwnerFences += t.ownerFences
		r.OwnerStores += t.ownerStores
		r.ThiefCAS += t.thiefCAS
		r.ThiefStores += t.thiefStores
	}
	r.Aborts = r.ThiefCAS - r.Steals
	return r
}
