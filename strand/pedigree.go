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
// Two places have the same numbers only if two paths have the same 128 bits, which for 2³² places has a
// probability of 2⁻⁶⁵ if the function that makes them is as good as a random one. They are not for secrets.
//
// Leiserson, Schardl and Sukha, Deterministic Parallel Random-Number Generation for Dynamic-Multithreading
// Platforms, PPoPP 2012 [LSS12]. There the runtime counts the spawns; here the program says the rank, so a
// fork pays nothing. The function is Threefry: Salmon, Moraes, Dror and Shaw, Parallel Random
// Numbers: As Easy as 1, 2, 3, SC 2011 [SMDS11].
type Pedigree struct{ key [2]uint64 }

// What the second word of a counter says: children and numbers never meet.
const (
	aChild = iota
	aNumber
)

// NewPedigree returns the pedigree of the root of a program. Programs with different seeds have different
// numbers everywhere. It never blocks.
func NewPedigree(seed uint64) Pedigree { return Pedigree{}.Child(seed) }

// Child returns the pedigree of the task, or index, or round of that rank below p. The program sees to it
// that different tasks have different ranks. It costs some 9 ns (BenchmarkPedigree), allocates
// nothing and never blocks.
func (p Pedigree) Child(rank uint64) Pedigree {
	return Pedigree{threefry(p.key, [2]uint64{rank, aChild})}
}

// Uint64 returns the n-th random number of p: each n has one. It costs what Child does.
func (p Pedigree) Uint64(n uint64) uint64 {
	return threefry(p.key, [2]uint64{n, aNumber})[0]
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

// threefry is Threefry-2x64 with 20 rounds, which its authors found to pass BigCrush with 13.
func threefry(key, counter [2]uint64) [2]uint64 {
	const parity = 0x1BD11BDAA9FC1A22
	k := [3]uint64{key[0], key[1], key[0] ^ key[1] ^ parity}
	x, y := counter[0]+k[0], counter[1]+k[1]
	for four := range uint64(5) {
		if four%2 == 0 {
			x, y = mix(x, y, 16)
			x, y = mix(x, y, 42)
			x, y = mix(x, y, 12)
			x, y = mix(x, y, 31)
		} else {
			x, y = mix(x, y, 16)
			x, y = mix(x, y, 32)
			x, y = mix(x, y, 24)
			x, y = mix(x, y, 21)
		}
		x += k[(four+1)%3]
		y += k[(four+2)%3] + four + 1
	}
	return [2]uint64{x, y}
}

func mix(x, y uint64, turn int) (uint64, uint64) {
	x += y
	return x, bits.RotateLeft64(y, turn) ^ x
}
