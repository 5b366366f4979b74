package sim

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
	r := DagResult{Rounds: s.round}
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
