// Package account reads the merged events of a recording once, in the order of time, and adds up
// where the time of all places went: a trace.Report, at the end or while the recording goes on.
// It is the only part of a recording that judges. It knows no goroutines, no clocks and no lock:
// its caller sees to it that one goroutine at a time uses an Account.
//
//	account.go    an Account, and what each event does to it
//	forks.go      events of forks          tasks.go    events of spawned tasks
//	loops.go      events of loops          calls.go    events of calls and segments
//	line.go       what one worker does now, and what it has done
//	gauge.go      how many run, how many pieces wait; whose fault it is that places idle
//	spans.go      the longest chain of strands, with each site twice as fast; its scale, and that of the dag
//	site.go       what ran for one call site
//	columns.go    the same in columns of time
//	moments.go    raw events of the worst moments; the rooms: dag, pieces
//	losses.go     the split into causes; moved.go  strands whose thread changed
//	report.go     all of that, and what the machine said, as a trace.Report
//
// # The identity
//
// A pool of P workers has P places. At each instant r of them run, p are held by the recorder,
// and the others idle; the program outside of any call runs at a place too. The account
// integrates r, p and P − r − p over time, so the three add up to P times the time whatever
// happens, and each strand is closed by the clock reading that opens the next one, so the
// strands add up to the integral of r. What callers from outside run beyond the places is time
// for which others waited for a processor, or else more capacity.
//
// # Blame
//
// A place that idles belongs to what runs meanwhile (Tallent and Mellor-Crummey, Effective
// Performance Measurement and Analysis of Multithreaded Applications, PPoPP 2009). Clocks of
// blame advance by idle time divided by the number of runners; a strand charges its site with
// what they advanced while it ran. The sum over all sites is the idle time, with no sampling and
// no history. There is a clock for places that idled although pieces of work were ready, one for
// the first moment of that, which no scheduler could have used, and one for the rest.
package account
