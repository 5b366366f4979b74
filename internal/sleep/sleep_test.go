package sleep

import (
	"reflect"
	"testing"

	"github.com/skua-go/skua/internal/park"
)

// house is a Sleep with two tokens and a hundred workers that do nothing by
// themselves, so that one goroutine can take each step of the protocol for them.
type house struct {
	*Sleep
	parkers [100]*park.Parker
	started int
	starts  func() bool
	public  bool // what waiting answers
	looks   int  // how often it was asked
}

func newHouse() *house {
	h := &house{starts: func() bool { return false }}
	h.Sleep = New(2, func() bool {
		if h.starts() {
			h.started++
			return true
		}
		return false
	}, func() bool { return false }, func() bool { h.looks++; return h.public })
	for id := range h.parkers {
		h.parkers[id] = park.New()
		h.Register(id, h.parkers[id])
	}
	return h
}

// addTokens is Grant and Offer.
func (s *Sleep) addTokens(n int) {
	s.Grant(n)
	s.Offer(n)
}

// sleeps puts a searcher to sleep but for the park.
func (h *house) sleeps(id int) {
	h.update(word.toSearcher)
	h.sleepUnlessPosted(id, h.AnnounceSleep())
}

// at is where a house is.
type at struct {
	free, searching int
	starved         bool
	jec             uint32
	bed             []int // the workers that lie in it
	wakes           uint64
	started, looks  int
}

func (h *house) at() at {
	w := h.load()
	a := at{w.free(), w.searching(), w.starved(), w.jec(), nil, h.Wakes(), h.started, h.looks}
	for id := range h.parkers {
		if h.sleepers[id/64].Load()&(1<<(id%64)) != 0 {
			a.bed = append(a.bed, id)
		}
	}
	return a
}

func (h *house) enter(n int) {
	for range n {
		h.TakeToken()
	}
}

// steps are single steps of the protocol, each from a state that matters to it.
var steps = []struct {
	name   string
	before func(h *house)
	step   func(t *testing.T, h *house)
	want   at
}{
	{"a post after an announcement moves the counter", func(h *house) { h.enter(2) },
		func(t *testing.T, h *house) { h.Post() }, at{starved: true, jec: 1}},
	{"a post moves the counter once", func(h *house) { h.enter(2) },
		func(t *testing.T, h *house) { h.Post(); h.Post() }, at{starved: true, jec: 1}},
	{"a post is left to a searcher", func(h *house) { h.sleeps(3); h.TakeToken(); h.StartSearch() },
		func(t *testing.T, h *house) { h.Post() }, at{free: 1, searching: 1, jec: 1, bed: []int{3}}},
	{"a post wakes a sleeper", func(h *house) { h.sleeps(3) },
		func(t *testing.T, h *house) { h.Post(); h.parkers[3].Park() }, at{free: 1, searching: 1, jec: 1, wakes: 1}},
	{"a post wakes one of many", func(h *house) { h.sleeps(70); h.sleeps(67); h.sleeps(99) },
		func(t *testing.T, h *house) { h.Post(); h.parkers[67].Park() },
		at{free: 1, searching: 1, jec: 1, bed: []int{70, 99}, wakes: 1}},
	{"a post starts a worker", func(h *house) { h.starts = func() bool { return true } },
		func(t *testing.T, h *house) { h.Post() }, at{free: 1, searching: 1, jec: 1, started: 1}},
	{"a post that wakes nobody is remembered", func(h *house) {},
		func(t *testing.T, h *house) { h.Post() }, at{free: 2, starved: true, jec: 1}},
	{"a post without a free token is remembered", func(h *house) { h.enter(2); h.markAsleep(3) },
		func(t *testing.T, h *house) { h.Post() }, at{starved: true, jec: 1, bed: []int{3}}},
	{"a post wakes who lay down while it looked", func(h *house) {
		h.starts = func() bool { h.markAsleep(64); return false }
	}, func(t *testing.T, h *house) { h.Post(); h.parkers[64].Park() },
		at{free: 1, searching: 1, jec: 1, starved: true, wakes: 1}},
	{"and leaves that to a searcher", func(h *house) {
		h.starts = func() bool { h.markAsleep(64); h.update(word.toSearcher); return false }
	}, func(t *testing.T, h *house) { h.Post() },
		at{free: 1, searching: 1, jec: 1, starved: true, bed: []int{64}}},
	{"and wakes nobody without a token", func(h *house) {
		h.starts = func() bool { h.markAsleep(64); h.enter(2); return false }
	}, func(t *testing.T, h *house) { h.Post() }, at{jec: 1, starved: true, bed: []int{64}}},

	{"a guest's token is the pool's", func(h *house) {},
		func(t *testing.T, h *house) { h.enter(3) }, at{free: -1}},
	{"who takes the token below zero is told", func(h *house) {}, func(t *testing.T, h *house) {
		enters(t, h, false)
		enters(t, h, false)
		enters(t, h, true)
	}, at{free: -1}},
	{"who only tries takes what is free", func(h *house) { h.TakeToken() },
		func(t *testing.T, h *house) { tries(t, h, true); tries(t, h, false) }, at{}},
	{"a leaver pays a debt first", func(h *house) { h.markAsleep(5); h.enter(3); h.Post(); h.public = true },
		func(t *testing.T, h *house) { scarce(t, h, false) }, at{starved: true, jec: 1, bed: []int{5}}},
	{"a worker that can be started now is, for work that starved", func(h *house) { h.Post(); h.public = true },
		func(t *testing.T, h *house) { h.starts = func() bool { return true }; h.RetryStart() },
		at{free: 1, searching: 1, jec: 1, started: 1, looks: 1}},
	{"not without work", func(h *house) { h.Post() },
		func(t *testing.T, h *house) { h.starts = func() bool { return true }; h.RetryStart() },
		at{free: 2, jec: 1, looks: 1}},
	{"nor without a token", func(h *house) { h.enter(2); h.Post(); h.public = true },
		func(t *testing.T, h *house) { h.starts = func() bool { return true }; h.RetryStart() },
		at{starved: true, jec: 1}},
	{"nor where somebody searches", func(h *house) { h.Post(); h.update(word.toSearcher); h.public = true },
		func(t *testing.T, h *house) { h.starts = func() bool { return true }; h.RetryStart() },
		at{free: 1, searching: 1, starved: true, jec: 1}},
	{"nor where nothing starved", func(h *house) { h.public = true },
		func(t *testing.T, h *house) { h.starts = func() bool { return true }; h.RetryStart() }, at{free: 2}},
	{"a leaver gives its token back", func(h *house) { h.TakeToken() },
		func(t *testing.T, h *house) { scarce(t, h, false) }, at{free: 2}},
	{"the first of few says that they were scarce", func(h *house) { h.enter(2) },
		func(t *testing.T, h *house) { scarce(t, h, true) }, at{free: 1}},
	{"but not where somebody searches", func(h *house) { h.enter(2); h.StartSearch() },
		func(t *testing.T, h *house) { scarce(t, h, false) }, at{free: 1, searching: 1}},
	{"a leaver passes its token on", func(h *house) { h.markAsleep(5); h.enter(2); h.Post(); h.public = true },
		func(t *testing.T, h *house) { scarce(t, h, false); h.parkers[5].Park() },
		at{searching: 1, jec: 1, wakes: 1, looks: 1}},
	{"not without work", func(h *house) { h.markAsleep(5); h.enter(2); h.Post() },
		func(t *testing.T, h *house) { scarce(t, h, true) }, at{free: 1, jec: 1, bed: []int{5}, looks: 1}},
	{"nor where somebody searches", func(h *house) {
		h.markAsleep(5)
		h.enter(2)
		h.Post()
		h.update(func(w word) word { return w + oneSearcher })
	},
		func(t *testing.T, h *house) { scarce(t, h, false) },
		at{free: 1, searching: 1, starved: true, jec: 1, bed: []int{5}}},
	{"a waiter searches alone, and clears what was remembered", func(h *house) { h.enter(2); h.Post() },
		func(t *testing.T, h *house) { alone(t, h, true) }, at{searching: 1, jec: 1}},
	{"not where somebody searches", func(h *house) { h.enter(2); h.StartSearch() },
		func(t *testing.T, h *house) { alone(t, h, false) }, at{searching: 1}},
	{"nor where a token is free", func(h *house) { h.TakeToken() },
		func(t *testing.T, h *house) { alone(t, h, false) }, at{free: 1}},
	{"nor where one is owed", func(h *house) { h.enter(3) },
		func(t *testing.T, h *house) { alone(t, h, false) }, at{free: -1}},
	{"a debt is paid", func(h *house) { h.enter(3) },
		func(t *testing.T, h *house) { pays(t, h, true); pays(t, h, false) }, at{}},
	{"one more wakes beyond the tokens", func(h *house) { h.enter(2); h.markAsleep(1) },
		func(t *testing.T, h *house) { overdraws(t, h, true); h.parkers[1].Park() }, at{free: -1, searching: 1, wakes: 1}},
	{"not where somebody searches", func(h *house) { h.enter(2); h.markAsleep(1); h.StartSearch() },
		func(t *testing.T, h *house) { overdraws(t, h, false) }, at{searching: 1, bed: []int{1}}},
	{"nor where a token is free", func(h *house) { h.TakeToken(); h.markAsleep(1) },
		func(t *testing.T, h *house) { overdraws(t, h, false) }, at{free: 1, bed: []int{1}}},
	{"a larger pool wakes a sleeper", func(h *house) { h.enter(2); h.markAsleep(1) },
		func(t *testing.T, h *house) { h.addTokens(2); h.parkers[1].Park() }, at{free: 1, searching: 1, wakes: 1}},
	{"a smaller one does not", func(h *house) { h.sleeps(1) },
		func(t *testing.T, h *house) { h.addTokens(-1) }, at{free: 1, bed: []int{1}}},
	{"nor does one of the same size", func(h *house) { h.sleeps(1) },
		func(t *testing.T, h *house) { h.addTokens(0) }, at{free: 2, bed: []int{1}}},

	{"a searcher clears what was remembered", func(h *house) { h.enter(2); h.Post() },
		func(t *testing.T, h *house) { begins(t, h, 1) }, at{searching: 1, jec: 1}},
	{"a searcher counts those who search already", func(h *house) { h.enter(2); h.StartSearch() },
		func(t *testing.T, h *house) { begins(t, h, 2) }, at{searching: 2}},
	{"one of two searchers finds", func(h *house) { h.enter(2); h.StartSearch(); h.StartSearch(); h.public = true },
		func(t *testing.T, h *house) { asks(t, h, false) }, at{searching: 1}},
	{"the last finds, and there is more", func(h *house) { h.sleeps(2); h.TakeToken(); h.StartSearch(); h.public = true },
		func(t *testing.T, h *house) { asks(t, h, false); h.parkers[2].Park() }, at{searching: 1, wakes: 1, looks: 1}},
	{"the last finds, and there is no more", func(h *house) { h.sleeps(2); h.TakeToken(); h.StartSearch() },
		func(t *testing.T, h *house) { asks(t, h, true) }, at{free: 1, bed: []int{2}, looks: 1}},
	{"and no token either: it does not look", func(h *house) { h.enter(2); h.StartSearch() },
		func(t *testing.T, h *house) { asks(t, h, false) }, at{starved: true}},
	{"one of two searchers without a token", func(h *house) { h.enter(2); h.StartSearch(); h.StartSearch() },
		func(t *testing.T, h *house) { asks(t, h, false) }, at{searching: 1}},
	{"who has found much wakes six", func(h *house) {
		h.addTokens(6)
		for id := range 7 {
			h.sleeps(id)
		}
		h.TakeToken()
		h.StartSearch()
	}, func(t *testing.T, h *house) {
		h.Fan()
		for id := range 6 {
			h.parkers[id].Park()
		}
	}, at{free: 1, searching: 7, bed: []int{6}, wakes: 6}},
	{"and no more than may run", func(h *house) { h.sleeps(1); h.sleeps(2); h.TakeToken(); h.StartSearch() },
		func(t *testing.T, h *house) { h.Fan(); h.parkers[1].Park() }, at{searching: 2, bed: []int{2}, wakes: 1}},
	{"nor anybody without a token", func(h *house) { h.markAsleep(1); h.enter(2); h.StartSearch() },
		func(t *testing.T, h *house) { h.Fan() }, at{searching: 1, bed: []int{1}}},
	{"an announcement makes the counter even", func(h *house) { h.enter(2); h.Post() },
		func(t *testing.T, h *house) { announces(t, h, 2); announces(t, h, 2) }, at{starved: true, jec: 2}},
	{"who saw no post sleeps", func(h *house) { h.update(word.toSearcher) },
		func(t *testing.T, h *house) { sleeps(t, h, true) }, at{free: 2, bed: []int{9}}},
	{"who missed a post does not", func(h *house) { h.update(word.toSearcher); h.Post() },
		func(t *testing.T, h *house) { sleeps(t, h, false) }, at{free: 1, searching: 1, jec: 1}},
	{"who saw no post withdraws", func(h *house) { h.update(word.toSearcher) },
		func(t *testing.T, h *house) { withdraws(t, h, true) }, at{free: 2}},
	{"who missed a post goes on", func(h *house) { h.update(word.toSearcher); h.Post() },
		func(t *testing.T, h *house) { withdraws(t, h, false) }, at{free: 1, searching: 1, jec: 1}},
	{"who is woken before it slept gives one token back", func(h *house) { h.enter(2); h.StartSearch() },
		func(t *testing.T, h *house) {
			h.markAsleep(9)
			h.sleepers[0].Store(0) // a waker was faster
			h.update(func(w word) word { return w + oneSearcher })
			h.parkers[9].Unpark()
			h.unmarkAsleep(9)
		}, at{free: 1, searching: 1}},
	{"who gets up takes its own bit", func(h *house) { h.markAsleep(65); h.markAsleep(1) },
		func(t *testing.T, h *house) { h.unmarkAsleep(65) }, at{free: 2, bed: []int{1}}},
	{"a rester takes a free token", func(h *house) { h.Post(); h.TakeToken() },
		func(t *testing.T, h *house) { rests(t, h, false) }, at{searching: 1, jec: 1}},
	{"a rester waits without one", func(h *house) { h.enter(2) },
		func(t *testing.T, h *house) { rests(t, h, true) }, at{bed: []int{4}}},
	{"who ends wakes the next", func(h *house) { h.sleeps(4); h.update(word.toSearcher) },
		func(t *testing.T, h *house) { h.ExitAndWakeNext(); h.parkers[4].Park() }, at{free: 1, searching: 1, wakes: 1}},
	{"the last who ends wakes nobody", func(h *house) { h.update(word.toSearcher) },
		func(t *testing.T, h *house) { h.ExitAndWakeNext() }, at{free: 2}},
}

func begins(t *testing.T, h *house, want int) {
	if got := h.StartSearch(); got != want {
		t.Errorf("StartSearch answers %d, want %d", got, want)
	}
}

func scarce(t *testing.T, h *house, want bool) {
	if got := h.ReturnToken(); got != want {
		t.Errorf("ReturnToken answers %v, want %v", got, want)
	}
}

// sleeps lets worker 9 fall asleep, which announced at the count 0.
func sleeps(t *testing.T, h *house, want bool) {
	if got := h.sleepUnlessPosted(9, 0); got != want {
		t.Errorf("it must park: %v, want %v", got, want)
	}
}

func rests(t *testing.T, h *house, want bool) {
	if got := h.restUnlessFree(4); got != want {
		t.Errorf("it must park: %v, want %v", got, want)
	}
}

func enters(t *testing.T, h *house, want bool) {
	if got := h.TakeToken(); got != want {
		t.Errorf("TakeToken answers %v, want %v", got, want)
	}
}

func tries(t *testing.T, h *house, want bool) {
	if got := h.TakeFreeToken(); got != want {
		t.Errorf("TakeFreeToken answers %v, want %v", got, want)
	}
}

// withdraws withdraws a worker that announced at the count 0.
func withdraws(t *testing.T, h *house, want bool) {
	if got := h.Withdraw(0); got != want {
		t.Errorf("Withdraw answers %v, want %v", got, want)
	}
}

func pays(t *testing.T, h *house, want bool) {
	if got := h.PayDebt(); got != want {
		t.Errorf("PayDebt answers %v, want %v", got, want)
	}
}

func alone(t *testing.T, h *house, want bool) {
	if got := h.SearchAlone(); got != want {
		t.Errorf("SearchAlone answers %v, want %v", got, want)
	}
}

func overdraws(t *testing.T, h *house, want bool) {
	if got := h.Overdraw(); got != want {
		t.Errorf("Overdraw answers %v, want %v", got, want)
	}
}

func asks(t *testing.T, h *house, want bool) {
	if got := h.EndSearch(); got != want {
		t.Errorf("EndSearch answers %v, want %v", got, want)
	}
}

func announces(t *testing.T, h *house, want uint32) {
	if got := h.AnnounceSleep(); got != want {
		t.Errorf("AnnounceSleep answers %d, want %d", got, want)
	}
}

func TestSteps(t *testing.T) {
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			h := newHouse()
			s.before(h)
			s.step(t, h)
			if got := h.at(); !reflect.DeepEqual(got, s.want) {
				t.Errorf("%+v, want %+v", got, s.want)
			}
			if h.Free() != s.want.free {
				t.Errorf("Free answers %d, want %d", h.Free(), s.want.free)
			}
			if want := s.want.searching > 0 || s.want.free > 0; h.Wanted() != want {
				t.Errorf("Wanted answers %v, want %v", h.Wanted(), want)
			}
		})
	}
}
