// Package blocks re-measures what Wang et al. claim of deques in blocks [WTF23].
//
//	blocks.go      the owner's cost, alone and beside a thief
//	blocks_run.go  the deques, and programs on the pool of package classic
//
// Only lab/claims imports it.
package blocks
