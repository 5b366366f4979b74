// Package invariant says whether this build checks the invariants that the
// papers prove and the comments state: built with -tags invariants it does.
// Enabled is a constant and every check is under it, so other builds do not contain the
// checks. A check that fails panics, most of them by Fail; its message ends with the number
// of the invariant in the comment of the type or package, as in (S3). Exact says what such builds, and those
// with the race detector, do beyond that to tell a user of mistakes.
//
// It imports nothing and may be imported by every package.
package invariant
