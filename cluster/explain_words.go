package cluster

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// explain says in words what is known of a task that is in a state.
func (f *taskFacts) explain(s State) Explanation {
	x := Explanation{Job: f.job.ID, ID: f.ID, Handler: f.Handler, State: s}
	if f.stored {
		x.Attempts = f.Attempts
	}
	switch s {
	case StateUnknown:
		x.Sentence = f.absent()
	case StateLost:
		x.Sentence = "The store has lost it, and it will not run; a Submit with the job's ID stores it again."
	case StateSubmitting, StateFull:
		x.Sentence = "It is not stored. " + f.why
	case StateCancelled:
		x.Sentence = "The job is cancelled; the task has not ended before."
	case StateDone, StateDead:
		f.explainEnd(&x)
	case StateRunning, StateHeld:
		f.explainHeld(&x)
	default:
		f.explainWait(&x)
	}
	return x
}

// absent explains a task of which nothing is stored.
func (f *taskFacts) absent() string {
	n, _ := strconv.Atoi(f.ID)
	switch {
	case f.spawned() && f.parent == nil:
		return fmt.Sprintf("There is no such task yet: task %s has not ended, and what a task spawns is offered when it ends.", parent(f.ID))
	case f.spawned():
		return fmt.Sprintf("There is no such task: task %s spawned %s, numbered from 0.", parent(f.ID), plural(f.parent.Children, "task"))
	case n >= f.job.Tasks:
		return fmt.Sprintf("There is no such task: the job has %s, numbered from 0.", plural(f.job.Tasks, "task"))
	}
	return "It left the queue just now, or is being retried: ask again."
}

func (f *taskFacts) explainEnd(x *Explanation) {
	o := f.end
	x.Node, x.Attempt, x.Error = o.Node, o.Attempts, o.Error
	if x.State == StateDead {
		x.Sentence = fmt.Sprintf("It failed at attempt %d on node %s, its last, and is a dead letter: %s.", o.Attempts, o.Node, quote(o.Error))
	} else {
		x.Sentence = fmt.Sprintf("It has ended: node %s recorded its result at %s, after %s.", o.Node, clock(f.ended), plural(o.Attempts, "attempt"))
	}
}

func (f *taskFacts) explainHeld(x *Explanation) {
	h := f.held
	x.Node, x.Attempt, x.Slots = h.Node, h.Attempt, h.Slots
	if x.State == StateHeld {
		why := ""
		if f.busy {
			why = ", whose " + verb(h.Slots, "only slot is", fmt.Sprint(h.Slots, " slots are")) + " busy"
		}
		x.Position, x.Of = h.Position+1, h.Of
		x.Sentence = fmt.Sprintf("Node %s holds it un-started%s; it is number %d of %s there, and an idle node may steal it.",
			h.Node, why, x.Position, plural(h.Of, "task"))
		return
	}
	x.Since = time.Now().Add(-h.Since) // by this machine's clock
	x.Attempts = h.Allowed
	if h.Waits {
		x.Sentence = fmt.Sprintf("Node %s begins it when the other tasks there have ended: a node died while it ran, so it runs alone.", h.Node)
	} else if phase(h.State) == isEnding {
		x.Sentence = fmt.Sprintf("It ran on node %s, which stores its outcome since %s.", h.Node, clock(x.Since))
	} else {
		x.Sentence = fmt.Sprintf("It runs on node %s since %s, attempt %d of %d.", h.Node, clock(x.Since), h.Attempt, x.Attempts)
	}
}

// explainWait explains a task that is stored and that no node has, as far as the nodes answer.
func (f *taskFacts) explainWait(x *Explanation) {
	able := f.able()
	x.Attempt, x.Error, x.Nodes = f.starts.Starts+1, f.starts.Error, len(able)
	x.Attempts += f.starts.Deaths
	for _, n := range able {
		x.Slots += n.Slots
	}
	switch x.State {
	case StateRetry:
		x.Next, x.Node = f.starts.Next, f.starts.Node
		x.Sentence = fmt.Sprintf("It is retried at %s, as attempt %d of %d, because attempt %d failed on node %s: %s.",
			clock(x.Next), x.Attempt, x.Attempts, f.starts.Starts, x.Node, quote(x.Error))
	case StateNobody:
		x.Sentence = "It waits because no node has joined the cluster."
	case StateNoHandler:
		x.Sentence = fmt.Sprintf("It waits because no node has the handler %q: the %s that joined %s %s.",
			x.Handler, plural(len(f.nodes), "node"), verb(len(f.nodes), "has", "have"), list(handlersOf(f.nodes)))
	case StateResting:
		var resting []string
		for _, n := range able {
			resting = append(resting, n.Name+": "+n.State)
		}
		x.Sentence = fmt.Sprintf("It waits because no node with the handler %q takes tasks now (%s).", x.Handler, strings.Join(resting, "; "))
	case StateLeased:
		x.Wait = f.lease
		x.Sentence = fmt.Sprintf("It was delivered, and no node that answers has it: its node died, stands still or is cut off%s, "+
			"or has just given it back; another node gets it when the lease ends, in %v at most.", silent(f.nodes), x.Wait)
	case StateQueued:
		// Messages of other priorities lie between, and some are gone: both numbers are bounds.
		x.Ahead = int(min(f.position-f.queue.Delivered.Stream, max(f.queue.NumPending, 1))) - 1
		before := "it is the next"
		if x.Ahead > 0 {
			before = fmt.Sprintf("at most %s %s before it", plural(x.Ahead, "task"), verb(x.Ahead, "stands", "stand"))
		}
		if n := f.urgent; n > 0 {
			x.Ahead += n
			before += fmt.Sprintf(", %s of interactive jobs %s first", plural(n, "task"), verb(n, "goes", "go"))
		}
		x.Sentence = fmt.Sprintf("It waits in the shared queue: %s; %s.", before, occupation(able))
	}
}

// handlersOf lists what handlers nodes have.
func handlersOf(nodes []NodeInfo) (names []string) {
	for _, n := range nodes {
		names = append(names, n.Handlers...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// silent names the nodes that have not renewed their entry for some time.
func silent(nodes []NodeInfo) string {
	var names []string
	for _, n := range nodes {
		if age := time.Since(n.Seen); age > nodeTTL/2 {
			names = append(names, fmt.Sprintf("%s was last heard of %v ago", n.Name, age.Round(time.Second)))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// occupation says how busy nodes are that work.
func occupation(nodes []NodeInfo) string {
	var able, slots, running, resting, stuck int
	for _, n := range nodes {
		if !n.works() {
			resting++
			continue
		}
		able, slots, running, stuck = able+1, slots+n.Slots-n.Stuck, running+n.Running, stuck+n.Stuck
	}
	var text string
	if running >= slots {
		text = fmt.Sprintf("the %s of the %s that %s its handler %s busy", plural(slots, "slot"), plural(able, "node"),
			verb(able, "has", "have"), verb(slots, "is", "are"))
	} else {
		text = fmt.Sprintf("%d of %s are free, so it should begin at any moment", slots-running, plural(slots, "slot"))
	}
	if stuck > 0 {
		text += fmt.Sprintf("; %s more %s lost to handlers that go on after their timeout, until the process is replaced", plural(stuck, "slot"), verb(stuck, "is", "are"))
	}
	if resting > 0 {
		text += fmt.Sprintf("; %s more %s or %s", plural(resting, "node"), verb(resting, "rests", "rest"), verb(resting, "drains", "drain"))
	}
	return text
}

// clock writes a time of day for people.
func clock(t time.Time) string { return t.Local().Format("15:04:05") }

// quote writes the error of a handler as one line.
func quote(text string) string {
	if len(text) > 300 {
		text = text[:300] + "…"
	}
	return strconv.Quote(text)
}

// plural writes a number with its noun.
func plural(n int, noun string) string {
	return fmt.Sprintf("%d %s", n, verb(n, noun, noun+"s"))
}

// verb is a word for one, or for more.
func verb(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}
