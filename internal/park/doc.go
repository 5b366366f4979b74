// Package park holds everything by which skua's protocols wait: a lock, a parker, a yield, the start of
// a goroutine, and a timer.
//
//	park.go     all of that
//	lookout.go  what a timer looks after, as long as it lasts
//
// The explorer (internal/explore) takes control of a program by swapping park.go and sync/atomic.
// Recordings, steal schedules and directed schedules wait by package sync and channels: the explorer does
// not see them.
//
// It imports nothing of skua and may be imported by every package.
package park
