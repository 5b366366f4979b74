package forecast

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/skua-go/skua/internal/policy"
)

// A replay is one execution of a program on one number of processors. Everything happens
// at the next event of one player, the one with the earliest; of several at one time, the
// first in the roster.
type replay struct {
	*program
	rules      Config
	lat        Latency
	processors int
	random     *rand.Rand
	now        float64
	players    []*player // 0 is the guest
	spare      []int     // of players, those that have ended and may begin again
	agenda     agenda

	public playerSet // players of whom a thief can take something
	asked  playerSet // players whose gate is shut
	hungry playerSet // players that run a chunk of which a thief can ask for the rest
	idle   []int
	ring   []int32 // scopes with tasks in their inboxes

	tokens

	forks  []forkState // by step
	scopes []scopeState
	loops  []loopState // by step
	costs  []float64   // of an index, by site, as the last loop there had it; 0: unknown
	chains *chains     // nil: not kept
	depth  int         // calls
	ended  bool
	events int // so far
}

func newReplay(p *program, rules Config, processors, seed int) *replay {
	r := &replay{
		program: p, rules: rules, lat: rules.Latency, processors: processors,
		random: rand.New(rand.NewPCG(rules.Seed, uint64(seed)<<32|uint64(processors))),
		forks:  make([]forkState, len(p.steps)),
		loops:  make([]loopState, len(p.steps)),
		scopes: make([]scopeState, p.scopes),
		costs:  make([]float64, p.sites+1),
	}
	r.free = processors
	for _, set := range []*playerSet{&r.public, &r.asked, &r.hungry, &r.sleepers} {
		*set = make(playerSet, rules.Residents/64+1)
	}
	r.hire()
	return r
}

// hire puts a new player on the roster.
func (r *replay) hire() *player {
	w := &player{id: len(r.players), demand: policy.DemandOf(keep)}
	w.demand.Anew()
	w.part.loop = none
	r.players = append(r.players, w)
	r.agenda.grow()
	r.asked.set(w.id)
	return w
}

// run replays the program and returns how long it took.
func (r *replay) run() (seconds float64, err error) {
	w := r.players[0]
	w.last = int32(len(r.steps))
	if r.inside {
		r.enter(w)
	}
	r.after(w, 0, doing)
	for !r.ended {
		id, at := r.agenda.pop()
		if id == none {
			return 0, fmt.Errorf("the dag waits for something that never ends, at op %d", w.pc)
		}
		r.now, r.events = at, r.events+1
		r.act(r.players[id])
	}
	return r.now, nil
}

// after plans the next event of w.
func (r *replay) after(w *player, seconds float64, next state) {
	w.state = next
	r.agenda.set(w.id, r.now+seconds)
}

// time is now, for a pace.
func (r *replay) time() time.Duration { return time.Duration(r.now * float64(time.Second)) }

// between draws a number.
func (r *replay) between(low, high float64) float64 {
	return low + (high-low)*r.random.Float64()
}

// drop removes id from a list whose order does not matter.
func drop(list []int, id int) []int {
	i := slices.Index(list, id)
	if i < 0 {
		return list
	}
	list[i] = list[len(list)-1]
	return list[:len(list)-1]
}
