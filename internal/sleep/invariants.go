package sleep

import (
	"fmt"
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
)

// audit counts the tokens that a Sleep has, where invariants are checked; elsewhere
// it stays zero. Both counts only grow. A token is counted in added before it is in
// the word, and in taken after it has left the word. So added, read after a change
// of the word, less taken, read before it, is at least what there were then.
type audit struct{ added, taken atomic.Int64 }

// countAdded is called before n tokens are added to the word.
func (t *audit) countAdded(n int) {
	if invariant.Enabled && n > 0 {
		t.added.Add(int64(n)) // ORDER: before the word; checkChange reads it after the word
	}
}

// countTaken is called after -n tokens were taken from the word.
func (t *audit) countTaken(n int) {
	if invariant.Enabled && n < 0 {
		t.taken.Add(int64(-n)) // ORDER: after the word; cas reads it before the word
	}
}

// countsTaken returns the tokens counted as taken away.
func (t *audit) countsTaken() int64 {
	if !invariant.Enabled {
		return 0
	}
	return t.taken.Load()
}

// checkChange panics if a change of the word, which took effect if done, breaks S1 to
// S5. removed is what the audit said before the change.
func (s *Sleep) checkChange(done bool, old, new word, removed int64) {
	if !invariant.Enabled || !done {
		return
	}
	size := s.added.Load() - removed
	if text := broken(old, new, size); text != "" {
		invariant.Fail(fmt.Sprintf("skua/sleep: %s: jec %d, searching %d, starved %t, free %d of %d became %d, %d, %t, %d", text,
			old.jec(), old.searching(), old.starved(), old.free(), size,
			new.jec(), new.searching(), new.starved(), new.free()))
	}
}

// broken returns which of S1 to S5 the change from old to new breaks, or "". There
// are at most size tokens.
func broken(old, new word, size int64) string {
	if !invariant.Enabled {
		return ""
	}
	more := new.searching() - old.searching()
	switch {
	case more < -1 || more > 1:
		return "the searchers changed by more than one (S1)"
	case new.free() == -freeBias || new.free() == freeBias-1:
		return "the free tokens have come to the end of their field (S2)"
	case int64(new.free()+new.searching()) > size:
		return "a token was given back that nobody held (S3)"
	case new.jec() != old.jec() && new != old+oneJEC:
		return "the event counter did not move alone and by one (S4)"
	case new.starved() && !old.starved() && new != old.fromSearcher()|starved && new != old.endSearch() &&
		(old.searching() > 0 || old.free() > 0 || new != old|starved):
		return "starved was set although somebody could be woken (S5)"
	case old.starved() && !new.starved() && more != 1 && new != old&^starved:
		return "starved was cleared by a change that is no beginning of a search, and not only that (S5)"
	}
	return ""
}

// checkSearcher panics if nobody is counted as a searcher: the caller should be (S1).
func (s *Sleep) checkSearcher() {
	if invariant.Enabled && s.load().searching() == 0 {
		invariant.Fail("skua/sleep: a searcher is not counted (S1)")
	}
}

// checkAwake panics if the bit of worker id, as it was before the worker set it, was
// set already (S6).
func (s *Sleep) checkAwake(id int, bit uint64) {
	if invariant.Enabled && bit != 0 {
		invariant.Fail(fmt.Sprintf("skua/sleep: worker %d lies down twice (S6)", id))
	}
}

// checkWoken panics unless the bit of worker id, which has a permit, was cleared
// before (S6) and the worker is counted as a searcher (S1).
func (s *Sleep) checkWoken(id int) {
	if !invariant.Enabled {
		return
	}
	if s.sleepers[id/64].Load()&(1<<(id%64)) != 0 {
		invariant.Fail(fmt.Sprintf("skua/sleep: worker %d was woken and its bit is set (S6)", id))
	}
	s.checkSearcher()
}

// checkBed panics unless bed id is taken, or free, and nobody is to be woken there (S7).
func (s *Sleep) checkBed(id int, taken bool) {
	if invariant.Enabled && ((s.parkers[id] != nil) != taken || s.sleepers[id/64].Load()&(1<<(id%64)) != 0) {
		invariant.Fail(fmt.Sprintf("skua/sleep: bed %d is given or left twice, or while its worker sleeps (S7)", id))
	}
}

// checkAnnounced panics if the count with which a searcher means to sleep is no
// announcement: AnnounceSleep returns even ones (S4).
func checkAnnounced(announced uint32) {
	if invariant.Enabled && announced&1 != 0 {
		invariant.Fail(fmt.Sprintf("skua/sleep: the count %d was not announced (S4)", announced))
	}
}
