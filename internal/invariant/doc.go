// Package invariant says whether this build checks the invariants that the
// papers prove and the comments state: built with -tags invariants it does.
// Checks stand under if invariant.Enabled, so other builds do not contain them.
//
// It imports nothing and may be imported by every package.
package invariant
