// Package cost says who helps with a loop: by what loops of its kind took before, and by what help with short
// loops costs. It is a room of internal/loop. All of it is estimates: only who helps depends on them, never a
// result.
//
//	site.go  what an index of each kind of loops costs   loop.go  what the maker of a loop learns of it
//	past.go  the short loops of a worker, one after the other
package cost
