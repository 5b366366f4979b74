package testgroups

import (
	"encoding/json"
	"net"
	"sync"
)

// A share is the groups of one package, and who runs them: this process takes one after the other,
// longest first, since go test gave it a slot. For each Grant of skua test another slot steals
// one group.
type share struct {
	desk net.Conn
	run  func(i int) (ok bool)

	mu      sync.Mutex
	news    *json.Encoder
	next    int // groups from here on have not begun
	groups  int
	running int
	failed  bool // no group begins any more
	changed *sync.Cond
}

// newShare returns the share of so many groups. run runs one of them.
func newShare(desk net.Conn, groups int, run func(i int) bool) *share {
	s := &share{desk: desk, run: run, news: json.NewEncoder(desk), groups: groups}
	s.changed = sync.NewCond(&s.mu)
	return s
}

// all runs all groups, or until one has failed, and tells whether all passed.
func (s *share) all(grants *json.Decoder) bool {
	go s.steal(grants)
	for s.one(0) {
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.running > 0 {
		s.changed.Wait()
	}
	return !s.failed
}

// steal starts a group for each grant, until skua test has ended or the connection is closed.
func (s *share) steal(grants *json.Decoder) {
	for {
		var g Grant
		if grants.Decode(&g) != nil {
			return
		}
		go func() {
			if !s.one(1) {
				s.tell(News{Ended: 1}) // all groups have begun: the grant goes back
			}
		}()
	}
}

// one runs the next group, if there is one. granted is 1 if a grant is used up by it.
func (s *share) one(granted int) bool {
	s.mu.Lock()
	if s.next == s.groups || s.failed {
		s.mu.Unlock()
		return false
	}
	i := s.next
	s.next++
	s.running++
	s.tellLocked(News{})
	s.mu.Unlock()
	ok := s.run(i)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running--
	s.failed = s.failed || !ok
	s.tellLocked(News{Ended: granted})
	s.changed.Broadcast()
	return true
}

// tell sends a message. If skua test has ended there is nobody to tell, and no grant either.
func (s *share) tell(n News) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tellLocked(n)
}

func (s *share) tellLocked(n News) {
	if !s.failed {
		n.Waiting = s.groups - s.next
	}
	_ = s.news.Encode(n) // see tell
}
