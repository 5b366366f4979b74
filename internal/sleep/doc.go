// Package sleep decides which workers run, and when they sleep and wake. It
// knows no worker: only how many run, search and sleep.
//
//	word.go        the state word
//	sleep.go       Sleep; waking: tokens change hands
//	worker.go      a worker's steps: search, announce, sleep, withdraw, rest, exit
//	token.go       guests and waiters: take a token, give it back; posting work
//	invariants.go  S1 to S7, checked with -tags invariants
//
// A worker that finds no work must stop burning its processor, and no work may lie
// while a worker sleeps that could run it. The danger is the lost wake-up: a worker
// looks and finds nothing; another posts work and sees nobody asleep; the first
// falls asleep. A lock around each post would prevent that. Here a post costs
// one atomic load unless some worker is about to sleep or can be woken, or it is the first
// post since none can.
//
// It is the jobs event counter protocol of Rayon (Stone and Matsakis, RFC 5 of the Rayon
// project, 2020) [RY20] with three changes: a bitmap of sleepers instead of a scan over their
// locks; tokens, which bound how many workers run; and a request to every owner before sleep,
// since work on the private part of a stack is posted nowhere.
//
// # States
//
// A token is the right to run; a pool has as many as places (internal/crew). A worker is
//
//	busy       it runs a task, and holds a token
//	searching  it looks for work, holds a token, and is counted in the word
//	asleep     it found nothing, holds no token, and its bit is set
//	resting    the same, but its token went to a worker that it woke
//	parked     it waits in a join or a scope (internal/crew), holds no token,
//	           and is woken with one
//
// A guest never sleeps or rests, and searches only for another's sake, while it waits. It takes
// a token without waiting, so the free tokens may fall below zero: the guest may be a call
// inside a task of the same pool, and would wait for itself (decision 0004). If that call is on
// the task's own goroutine, which internal/self tells, the guest takes no token, since its
// goroutine has one (decision 0006). On a coroutine of the task it takes a second.
//
// # The word, and why it has each field
//
// jec | searching | starved | free: see word.go. Every change is one CAS of all of
// it, so all changes have one order, and a decision is made on all fields at once; or one addition to
// it, if it is right whatever the other fields are. What follows from it is decided on the word that the
// addition returns.
//
//   - jec tells a worker that announced to sleep whether work was posted since. It
//     is even from an announcement until the next post. A post moves it only while
//     it is even, so posts write nothing while everybody is busy.
//   - searching lets a post leave its work to a worker that looks anyway: ten posts
//     in a row wake one worker. The last searcher that finds work wakes the next,
//     so the number of awake workers grows as long as there is more to find.
//   - free bounds how many workers run. Below zero it is the debt of those that took one without waiting.
//   - starved remembers that work was posted while nobody could be woken. Without
//     it the token that is given back next would lie unused beside that work.
//
// Outside of the word, sleepers has a bit for each worker that may be woken. The
// worker sets it. A waker clears it, or the worker itself if it decides not to sleep;
// the And with which the worker clears it says whether a waker was faster.
//
// # Invariants
//
//	S1  searching is how many workers search. No change moves it by more than one,
//	    so none takes it below zero; a worker that wakes is counted already.
//	S2  free stays inside of its 23 bits.
//	S3  free + searching is at most the number of tokens; the rest are with busy
//	    workers and guests. Nobody gives back a token that it does not hold.
//	S4  A change moves jec by one and nothing else, or leaves jec as it is. A
//	    worker falls asleep or withdraws with an even count only.
//	S5  starved is set while nobody searches and no token is free, or by a searcher that
//	    leaves none, in the change that ends its search: the last to find work while no token
//	    is free, or a waker that found nobody to wake. It is cleared by a worker that
//	    looks for public work after that: one that becomes a searcher in the same change,
//	    or is one since then, or a giver while nobody searches.
//	S6  A worker sets its bit while it is clear, and parks. A permit comes only
//	    after the bit was cleared, and brings a token and a search.
//	S7  A bed is the number of one worker from Register to Leave, and its bit is clear then.
//
// # Steps
//
//	falling asleep                          posting work
//	1 announce: jec to even, remember it    1 publish the work
//	2 shut every owner's gate,              2 jec to odd if it is even
//	  search everything once more           3 read the word: if a worker searches,
//	3 set the own bit                         leave the work to it;
//	4 CAS the word: free+1, searching-1,      else if a token is free, take it for a
//	  if jec is still the remembered one;     sleeper, with searching+1;
//	  else take the bit back and go on        else set starved
//	5 park                                  4 clear a bit, unpark that worker
//
//	resting (its token is gone)             giving a token back
//	1 take a free token if there is one     1 free+1; done if tokens were overdrawn
//	2 set the own bit                       2 if starved and nobody searches: clear it
//	3 take a free token if there is one;      and look; if work is public, wake as in
//	  then take the bit back                  posting 3
//	4 park                                  3 if it was the first free token and nobody
//	                                          searches, shut every owner's gate
//
//	withdrawing, if enough workers sleep    ending instead of resting, if enough sleep
//	1, 2 as in falling asleep               1 end: the token is gone already
//	3 CAS the word as in step 4 there, and
//	  end; else go on
//
//	finding work                            waking while nobody sleeps
//	1 searching-1, in the same change with  1 start a new worker, or
//	  starved if nobody else searches and   2 free+1, searching-1 and set starved
//	  no token is free                      3 look at the sleepers, and whether a
//	2 if others searched before that and      worker can be started, once more;
//	  nobody does now: set starved if no      if so, try again
//	  token is free
//	3 if nobody searches and a token is
//	  free, look: if work is public, wake
//	  another, as in posting 3; else shut
//	  every owner's gate
//
//	finding forks or a loop after a wake-up
//	0 some times, while a token is free: take it for a sleeper, with searching+1, and wake
//	  one as in posting 4; then as in finding work
//
//	ending a task                           waiting, if no token is free or owed
//	1 look at everything once, not counted  1 searching+1 and starved cleared in one
//	2 if there was nothing: searching+1,      CAS, if nobody searches
//	  and then starved cleared if seen      2 ask every owner, look; if work is public,
//	                                          clear a bit, unpark that worker, and park
//	                                        3 else searching-1, as in finding work
//
// # No wake-up is lost
//
// Claim: work that stays public is found by a searcher, if a token is free and
// a worker is asleep or can be started.
//
// Take a post and a worker that falls asleep. If step 2 or 3 of the post comes
// before the announcement, the work is published before the search of step 2, which
// finds it. If it comes between announcement and step 4, jec was even, so the post
// made it odd, and step 4 fails. If it comes after step 4, step 3 of the post sees the
// free token, and the bit was set before that: the post wakes this sleeper or another
// one, unless a worker searches. The subtle points are the ways round this argument:
//
// "Leave it to a searcher" (scenario Pair): that searcher may fall asleep later; then the paragraph
// above holds for it. Or it finds other work. If it was the last searcher and a token is free, it
// looks after the change of the word, and wakes a worker that searches everything (finding 3). If
// no token is free, nobody could be woken, and that change has set starved, as a post would have
// that comes after it.
//
// "Others were faster" (scenario Beaten): the search of step 2 sees work, and another worker takes it
// first, or something of the same stack. There may be more there, and posts may have been left to the
// one that was beaten. So it does not lie down: it is a searcher still, and looks on as one. (It used to
// try again at once, until it got something or nothing was left: where many thieves met at one owner
// they kept its line of memory from it.)
//
// "Left to nobody" (scenario Batch/first): a worker that has ended a task looks once before it is
// counted. Nobody leaves a post to it, so it takes something away from those that work is left to, and
// owes nothing.
//
// "The others left too" (scenario Trio): of several searchers that leave at once each may take the
// others for searching still. The one whose subtraction brings the count to 0 knows from the word that
// it was the last, and goes on as such (finding 2): it sees a worker that has begun to search after it,
// which looks at everything; or a token that was given back meanwhile by a giver that saw no starved,
// and looks itself; or neither, and sets starved by a CAS that fails if one of the two comes first.
//
// "Leave it to a waiter" (scenario Sleep/stand-in): a worker that waits for a stolen task searches
// for a time, and takes nothing. If it finds work it gives its token and its search to a sleeper,
// and the paragraph above holds for that one, or for what becomes of a search that nobody can take
// ("nobody asleep"). Else it ends its search as a searcher that has found work does.
//
// "No token is free" (scenario Sleep/overdrawn): starved is set. S5 says who clears it: a worker
// that then searches everything, or a worker that looks after clearing and passes its token on if
// work is public. (A giver that passed its token on without the look woke a worker for nothing at
// the end of every loop.) A token becomes free when a worker falls asleep, after the search that
// the post cannot have slipped past, or when it is given back, whose step 2 looks. A worker that
// begins to search may leave starved set that is set just then. Then a giver looks for nothing, no
// more.
//
// "Nobody asleep" (scenario Sleep/hand-over): a waker that finds no bit set gives the token back.
// It counted as a searcher until then, and posts may have been left to it, so it sets starved and
// looks at the sleepers again. A rester that set its bit after the first look either saw the free
// token in its step 3, or read the word before the waker gave the token back; then the waker's
// second look sees the bit.
//
// "Two permits" (scenario Sleep/hand-over): a waker may clear the bit of a worker that changes its
// mind at that moment (step 4, resting 3), and brings it a second token. The worker sees that its
// bit is gone, takes the permit, and gives the second token back.
//
// "Paid debts" (scenario Sleep/overdrawn): while tokens are overdrawn, more workers run than the
// pool has tokens, so a token that is given back is not passed on (giving 1, and PayDebt for a
// worker that is one too many between two tasks: decision 0011). Nobody looks at starved then. It
// stays set, and all tokens are held: the first holder that gives one back after the debt is paid
// looks.
//
// "Withdrawn" (scenario NumberBlocking): a worker that ends instead of falling asleep leaves a free
// token and no bit. A poster that comes after its CAS sees the token, finds nobody asleep, and
// starts a worker. That works while fewer than MaxSleepers live. At that limit the waker gives the
// token back, sets starved, and looks whether a worker can be started; a worker that ends makes
// room, and then looks at the word (RetryStart). Each writes before it looks, so one of them sees
// the other.
//
// "Ended asleep" (scenario Ended): a worker that nobody has woken for long takes its bit back and
// ends. It holds no token, and nobody leaves work to it. A waker that was faster has cleared the bit,
// and its permit comes. One that comes later finds nobody asleep, and starts a worker, as above.
//
// # Private work
//
// An owner that forks fast posts nothing. So a worker shuts every gate before its last
// search. The owner's next fork is slow then: it opens the gate, sees a searcher or a
// free token in the word, exposes and posts. A gate that was opened before is shut by
// this; a gate that is opened later is opened by an owner that then looks at the word.
// A task that begins after the last search was found by a searcher, or is a guest's,
// whose gates are shut when it begins.
//
// Two steps may leave nobody searching, and then shut the gates in a searcher's place:
// the last searcher that finds work while a token is free (finding 2), and a giver
// whose token is the first free one (giving 3). While a worker searches the giver need
// not: that worker shuts the gates before it sleeps. If it has done so already, each
// owner that opened its gate since saw it in the word and posted, so it goes round
// once more. (Shutting the gates all the same made each of many short calls pay for a
// request, since their ends found no free token while a woken worker was on its way:
// decision 0010.) So private work waits until a busy owner's next fork or poll.
//
// # Ending
//
// ExitAndWakeNext passes the token to one more sleeper, so when the pool stops the
// ends of the workers follow one another.
package sleep
