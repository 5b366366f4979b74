package strand

import (
	"math/bits"
	"math/rand/v2"
)

// Pedigree names a place in the tree of a program's tasks, and is where that place has its random numbers
// from: they depend on the path from the root, and on nothing else. Hand a child to each task, by
// the rank that the program gives it:
//
//	func grow(f *skua.Frame[job, int], j job) int {
//		toss := j.pedigree.Rand()
//		…
//		f.Both(job{j.pedigree.Child(0), …}, job{j.pedigree.Child(1), …})
//	}
//
// and to an index of a loop, par.For(n, func(i int) { toss := root.Child(uint64(i)).Rand() … }). It is a
// small value, to copy and compare. The zero value is a pedigree too, that of no seed. Safe for
// concurrent use.
//
// Two places have the same numbers only if two paths have the same 128 bits, which for 2³² places has
// a probability of 2⁻⁶⁵ if the function that makes them is as good as a random one. They are not
// for secrets.
//
// Leiserson, Schardl and Sukha, Deterministic Parallel Random-Number Generation for Dynamic-Multithreading
// Platforms, PPoPP 2012 [LSS12]. There the runtime counts the spawns; here the program says the rank, so a
// fork pays nothing. The function is Threefry: Salmon, Moraes, Dror and Shaw, Parallel Random
// Numbers: As Easy as 1, 2, 3, SC 2011 [SMDS11].
type Pedigree struct{ k0, k1 uint64 }

// What the second word of a counter says: children and numbers never meet.
const (
	aChild = iota
	aNumber
)

// NewPedigree returns the pedigree of the root of a program. Programs with different seeds have different
// numbers everywhere. It never blocks.
func NewPedigree(seed uint64) Pedigree { return Pedigree{}.Child(seed) }

// Child returns the pedigree of the task, or index, or round of that rank below p. The program sees to it
// that different tasks have different ranks. It costs some 20 ns (BenchmarkPedigree), allocates
// nothing and never blocks.
func (p Pedigree) Child(rank uint64) Pedigree {
	k0, k1 := threefry(p.k0, p.k1, rank, aChild)
	return Pedigree{k0, k1}
}

// Uint64 returns the n-th random number of p: each n has one. It costs what Child does.
func (p Pedigree) Uint64(n uint64) uint64 {
	v, _ := threefry(p.k0, p.k1, n, aNumber)
	return v
}

// Rand returns the numbers of p, the first one first, in the form of math/rand/v2. Each call begins
// anew. What it returns is for one goroutine. It makes one allocation or two, and never blocks.
func (p Pedigree) Rand() *rand.Rand { return rand.New(&source{p: p}) }

// source implements rand.Source.
type source struct {
	p    Pedigree
	next uint64
}

func (s *source) Uint64() uint64 {
	v := s.p.Uint64(s.next)
	s.next++
	return v
}

// threefry is Threefry-2x64 with 20 rounds, which its authors found to pass BigCrush with 13: the key k0, k1
// at the counter x, y. In variables, since the compiler keeps no array in registers.
func threefry(k0, k1, x, y uint64) (uint64, uint64) {
	const parity = 0x1BD11BDAA9FC1A22
	k2 := k0 ^ k1 ^ parity
	x, y = x+k0, y+k1
	x, y = even(x, y)
	x, y = x+k1, y+k2+1
	x, y = odd(x, y)
	x, y = x+k2, y+k0+2
	x, y = even(x, y)
	x, y = x+k0, y+k1+3
	x, y = odd(x, y)
	x, y = x+k1, y+k2+4
	x, y = even(x, y)
	return x + k2, y + k0 + 5
}

// even and odd are four rounds each.
func even(x, y uint64) (uint64, uint64) {
	x += y
	y = bits.RotateLeft64(y, 16) ^ x
	x += y
	y = bits.RotateLeft64(y, 42) ^ x
	x += y
	y = bits.RotateLeft64(y, 12) ^ x
	x += y
	return x, bits.RotateLeft64(y, 31) ^ x
}

func odd(x, y uint64) (uint64, uint64) {
	x += y
	y = bits.RotateLeft64(y, 16) ^ x
	x += y
	y = bits.RotateLeft64(y, 32) ^ x
	x += y
	y = bits.RotateLeft64(y, 24) ^ x
	x += y
	return x, bits.RotateLeft64(y, 21) ^ x
}
