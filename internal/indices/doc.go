// Package indices has the core of a loop that is shared by work stealing: a range of
// indices, and its owner's cursor. The public package span offers the range, and its
// partition Stealing runs on cursors; the scheduler runs its loops on cursors.
//
//	space.go    an interval and its grain     cursor.go   the owner's way through a range
//	range.go    the work-stealing range       pace.go     how long a chunk lasts
//
// Bounds, sizes and numbers that are none panic with a message that begins with
// "span: ", because the user of a public Range or Stealing reads it.
//
// Where the code departs from its source is written down in docs/divergence.md.
// Built with -tags invariants a Cursor checks what its comment states, but for P3.
package indices
