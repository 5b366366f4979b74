// Package par runs loops over slices and ranges in parallel, on the work
// stealing of package skua.
package par
