// Package guide holds the blocks of Go of docs/guide.md and docs/trust.md, and the idioms of
// docs/from.md: they compile, and those that can be run are tested.
package guide
