//go:build linux && (amd64 || arm64)

package shm

import (
	"math/rand/v2"
	"testing"
)

// Blocks in use never overlap, and all come together again when they are free, whatever
// the size of the area; and a successor marks the same blocks.
func TestBlobs(t *testing.T) {
	for _, size := range []int{pageSize, 3 * pageSize, 1 << 20, 5<<20 + pageSize} {
		b := newBlobs(size)
		rng := rand.New(rand.NewPCG(1, uint64(size)))
		type held struct {
			block uint32
			n     int
		}
		var all []held
		owner := make([]uint32, size/blobUnit)
		for range 2_000 {
			if rng.IntN(2) == 0 {
				n := 1 + rng.IntN(1<<rng.IntN(21))
				block, ok := b.alloc(n)
				if !ok {
					continue
				}
				for u := int(block) - 1; u < int(block)-1+(n+blobUnit-1)/blobUnit; u++ {
					if owner[u] != 0 {
						t.Fatalf("size %d: unit %d is of blocks %d and %d", size, u, owner[u], block)
					}
					owner[u] = block
				}
				all = append(all, held{block, n})
			} else if len(all) > 0 {
				i := rng.IntN(len(all))
				for u := range owner {
					if owner[u] == all[i].block {
						owner[u] = 0
					}
				}
				b.free(all[i].block)
				all[i] = all[len(all)-1]
				all = all[:len(all)-1]
			}
		}
		again := newBlobs(size)
		for _, h := range all {
			if !again.reserve(h.block, h.n) {
				t.Fatalf("size %d: block %d of %d bytes cannot be reserved", size, h.block, h.n)
			}
			if again.reserve(h.block, h.n) {
				t.Fatalf("size %d: block %d was reserved twice", size, h.block)
			}
		}
		for _, h := range all {
			b.free(h.block)
			again.free(h.block)
			again.free(h.block) // a second time does nothing
		}
		fresh := newBlobs(size)
		for i := range fresh.state {
			if b.state[i] != fresh.state[i] || again.state[i] != fresh.state[i] {
				t.Fatalf("size %d: after all is free, unit %d is %#x and %#x; want %#x", size, i, b.state[i], again.state[i], fresh.state[i])
			}
		}
		for _, block := range []uint32{0, uint32(size/blobUnit) + 1, 1 << 19} {
			b.free(block)
			if b.reserve(block, 1) {
				t.Errorf("size %d: reserved block %d", size, block)
			}
		}
	}
}
