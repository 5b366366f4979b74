// Package line is where calls from outside wait if the number of a pool's guests is limited. The pool
// has that many seats, and a guest from outside needs one. A call that finds none free goes
// to the end of the line and parks. A guest that leaves hands its seat to the first in
// line. A call from inside, whose goroutine is in a task already, needs no seat: that
// task may be what the seat's holder waits for.
//
//	line.go  seats, and who waits for one    call.go  what waits
//	row.go   a list to wait in, also for inboxes that are to be emptied
//	queue.go tasks in an inbox        brake.go tasks that wait, since as many of their scope run as may
//
// No barging: by L2 a call that has just come never finds a free seat before those
// that wait. If it could take a seat that a guest gives up, before the first in line
// has woken, then under steady load the calls that have waited longest would wait longer still,
// until their clients go, and only calls that have just come would be served.
// The price is that a seat stays empty for as long as its next holder takes to wake.
//
// "Handed and gone" (scenario GuestsGiveUp): a caller's context ends while it is handed a seat.
// Both take mu. If quit comes first, the caller is off the line and the seat goes to another. If
// the hand-over comes first, quit finds no caller in line; the caller wakes with a seat, sees that
// its context has ended, and gives the seat up like a guest that leaves. So no seat is lost, and no
// permit is given twice. A scope that ends takes the callers that wait for it off the line in the
// same way.
//
// "Ended and not seen" (scenario GuestsCancelled): a context ends while its call goes to the line.
// The flag is set before Cancel takes mu, and the caller looks at the flag under mu: so it sees the
// flag, or Cancel finds it in line.
package line
