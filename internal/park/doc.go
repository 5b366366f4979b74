// Package park holds everything by which skua's protocols wait: a lock, a
// parker, a yield, and the start of a goroutine. Nothing else in the scheduler
// may block, so the explorer (internal/explore) takes control of a program by
// swapping this one package and sync/atomic.
//
// It imports nothing of skua and may be imported by every package.
package park
