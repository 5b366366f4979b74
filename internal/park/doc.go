// Package park holds everything by which skua's protocols wait: a lock, a
// parker, a yield, and the start of a goroutine. The explorer (internal/explore) takes control of
// a program by swapping this one package and sync/atomic. Recordings, steal schedules and directed
// schedules wait by package sync and channels: the explorer does not see them.
//
// It imports nothing of skua and may be imported by every package.
package park
