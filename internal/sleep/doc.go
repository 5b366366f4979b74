// Package sleep decides which workers run, and when they sleep and wake. It
// imports internal/park and internal/pad; internal/sched is its only user.
//
//	word.go    the state word
//	sleep.go   waking: tokens change hands
//	worker.go  a worker's steps: search, find, announce, sleep, rest, exit
//	token.go   guests and waiters: take a token, give it back; posting work
//
// It is the jobs event counter protocol of Rayon (Stone and Matsakis, RFC 5 of
// the Rayon project, 2020) with three changes: a bitmap of sleepers instead of
// a scan over their locks, tokens, which bound how many run, and a request to
// every owner before sleep, since work on the private part of a stack is posted
// nowhere.
//
// # States
//
// A token is the right to run; a pool of P workers has P. A worker is
//
//	busy       it runs a task, and holds a token
//	searching  it looks for work, holds a token, and is counted in the word
//	asleep     it found nothing, holds none, and its bit is set in the bed
//	resting    the same, but its token went to somebody whom it woke
//	parked     it waits in a join or a scope (internal/sched), holds none,
//	           and whoever wakes it brings one
//
// A guest is busy or parked only. It takes a token without waiting, so the
// free tokens may fall below zero: a guest may be a call inside a task of the
// same pool, and to make it wait could be to make it wait for itself. If that
// call is on the task's goroutine (internal/self tells) the guest takes no token,
// since its goroutine has one; on a coroutine of the task it takes a second one.
//
// # The word
//
// jec | searching | starved | free, see word.go; every change is one CAS of
// all of it. jec is even from the announcement of a sleeper until the next
// post. starved means: work was posted while no token was free and nobody
// searched. The bed has a bit for each worker that may be woken. The bit is
// set by its worker, and cleared by whoever wakes it, or by itself when it
// decides not to sleep; the And that clears it tells them apart.
//
// # Steps
//
//	falling asleep                          posting work
//	1 announce: jec to even, remember it    1 publish the work
//	2 shut every owner's gate,              2 jec to odd if it is even
//	  search everything once more           3 read the word: if somebody searches,
//	3 set the own bit                         leave it to them;
//	4 CAS the word: free+1, searching-1,      else if a token is free, take it for
//	  if jec is still the remembered one;     somebody asleep, with searching+1;
//	  else take the bit back and go on        else set starved
//	5 park                                  4 clear a bit, unpark that worker
//
//	resting (its token is gone)             giving a token back
//	1 take a free token if there is one     1 if tokens are overdrawn: free+1
//	2 set the own bit                       2 else, if starved and nobody searches:
//	3 take a free token if there is one;      clear it and look; if work is public,
//	  then take the bit back                  pass the token to a sleeper
//	4 park                                  3 else free+1; if that is the first free
//	                                          token and nobody searches, shut every
//	                                          owner's gate
//
//	withdrawing, if enough sleep            instead of resting, if enough sleep
//	1, 2 as in falling asleep               1 end: the token is gone already
//	3 CAS the word as in step 4 there, and
//	  end; else go on
//
//	finding work                            waking with nobody asleep
//	1 searching-1                           1 start a new worker, or
//	2 the last one looks: if work is        2 free+1, searching-1
//	  public, it wakes another, as in         and starved set
//	  posting 3; else if a token is free    3 look at the bed again; if a bit is
//	  it shuts every owner's gate             set, try again
//	ending a task
//	1 searching+1, starved cleared
//
// # No wake-up is lost
//
// Claim: work that stays public is found by a searcher, if a token is free and
// a worker is asleep or can be started.
//
// All changes
// of the word have one order. If the post's step 2 or 3 comes before the
// announcement, the work is published before the search of step 2 and found.
// If it comes between announcement and step 4, jec was even, so the post made
// it odd, and step 4 fails. If it comes after step 4, step 3 of the post sees
// the free token, and the bit was set before; it wakes this sleeper or another,
// unless somebody searches.
//
// "Leave it to them": that searcher either falls asleep later, and then the
// paragraph above holds for it; or it finds other work, and if it was the last
// it looks, after the change of the word, and wakes another, which searches
// everything (finding 2). So there is no last searcher that leaves without a look
// at the work, or a waker in its place. It used to wake another without a look:
// then every task that came alone woke two, and the second found nothing.
//
// "No token is free": starved is set. It is cleared only by one that becomes a
// searcher after that, in the same CAS, and by a giver that looks after that and
// passes its token on if it sees work. Without that look the end of every loop
// woke a worker for nothing. Tokens come free by sleeping (after a full search, which
// the post above has not slipped past) and by giving back, whose step 2 looks.
//
// "Nobody asleep": a waker that finds the bed empty gives the token back and
// looks again. While it looked it counted as searching, and posts may have been
// left to it, so it sets starved: found by exploring, with one resident that
// wakes for nothing, then rests, and the last guest that leaves. A rester that set
// its bit after the first look either saw the free token in its step 3, or read the
// word before the waker gave it back, and then the waker's second look sees the bit.
//
// "Two permits": a waker that clears the bit of a worker that is just changing
// its mind (step 4, resting 3) brings it a second token. The worker sees that
// its bit is gone, takes the permit, and gives the second token back.
//
// "Paid debts": while tokens are overdrawn more workers run than the pool has tokens,
// so one that is given back is not passed on (giving 1, and Pay for a worker that is
// one too many between two tasks). Nobody looks at starved then. It stays set, and all
// tokens are with others: the first of them that gives one back when the debt is paid
// looks. If it passed its token on instead, the debt would last as long as there is
// work, and grow with each new one: with two workers four ran.
//
// "Withdrawn": a worker that ends instead of falling asleep leaves a free token and no
// bit in the bed. Whoever posts work after its CAS sees the token, finds nobody asleep,
// and starts a worker. That works while fewer than MaxSleepers live. At that limit a
// waker that could start none gives the token back, sets starved, and looks whether
// there is room; a worker that ends makes room, and looks at the word (RetryStart). So one of
// them sees the other.
//
// Private work: an owner that forks fast posts nothing. Before a sleeper's last
// search it shuts every gate, so the owner's next fork is slow, opens the gate,
// sees a searcher or a free token in the word, exposes and posts. A gate that
// is opened before the sleeper shuts it is shut afterwards; one that is opened
// later is opened by an owner that then looks at the word. A task that begins
// after the last search was found by a searcher, or is a guest's, whose gates are
// shut when it begins. The last searcher that finds something while a token is
// free (finding 2), and who gives back a token when none was free and nobody
// searched (giving 2), leave nobody searching: they shut the gates in a searcher's
// stead. Where somebody searches, that one shuts the gates before it sleeps; if it
// has done so already, owners who opened theirs since have seen it in the word and
// posted, so it goes round once more. Shutting them all the same made each of many
// short calls pay for a request: their ends found no token free while a worker that
// one of them had woken was on its way. So the delay is the time until a busy
// owner's next fork or poll.
//
// Ending: ExitAndWakeNext passes the token to one more sleeper, so when the pool stops the
// ends of the workers follow one another.
package sleep
