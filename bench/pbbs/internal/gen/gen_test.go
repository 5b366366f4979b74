package gen

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"testing"
)

// digest is the FNV-1a hash of numbers of 64 bits, in little-endian order.
func digest[T any](values []T, numbers func(T) []uint64) string {
	h := fnv.New64a()
	for _, v := range values {
		for _, x := range numbers(v) {
			h.Write(binary.LittleEndian.AppendUint64(nil, x))
		}
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

func number(x uint64) []uint64  { return []uint64{x} }
func real(x float64) []uint64   { return []uint64{math.Float64bits(x)} }
func edge(e Edge) []uint64      { return []uint64{uint64(e.U), uint64(e.V)} }
func integer(x int) []uint64    { return []uint64{uint64(x)} }
func point(p Point) []uint64    { return []uint64{math.Float64bits(p.X), math.Float64bits(p.Y)} }
func weight(x float32) []uint64 { return []uint64{uint64(math.Float32bits(x))} }
func point3(p Point3) []uint64 {
	return []uint64{math.Float64bits(p.X), math.Float64bits(p.Y), math.Float64bits(p.Z)}
}

func graph(g *Graph) string {
	var all []uint64
	for v := range g.Vertices() {
		of := g.Of(uint32(v))
		all = append(all, uint64(len(of)))
		for _, u := range of {
			all = append(all, uint64(u))
		}
	}
	return digest(all, number)
}

// TestBitEqual compares with the digests of what the suite's own generators made of the same
// sizes: doc.go says which.
func TestBitEqual(t *testing.T) {
	const n = 1000
	rmat, rv := RMat(n, 12*n, .55, .125)
	rmat5, rv5 := RMat(n, 10*n, .5, .1)
	local := Local(n, 10)
	grid, gv := Grid3(n)
	renamed := FromEdges(Local(20000, 5), 20000, true).Reordered()
	edges := renamed.Edges()
	Shuffle(edges)
	for _, c := range []struct{ name, got, want string }{
		{"hash64", digest(many(n, Hash64), number), "2b3bb1b69fc7e1e7"},
		{"randomSeq int", digest(Ints(n, n), number), "99a7399646899d2f"},
		{"randomSeq 256", digest(Ints(n, 256), number), "a1099c5f2fbcd2e6"},
		{"randomSeq double", digest(Reals(n), real), "1f1e34120c303f01"},
		{"exptSeq", digest(Exponential(n), number), "79b3925611ca9455"},
		{"almostSortedSeq", digest(AlmostSorted(n), number), "f8b05cb6d7a013c5"},
		{"almostEqualSeq", digest(AlmostEqual(n, n), number), "793b5b9ed01b6b2d"},
		{"addDataSeq", digest(Attached(n, n), number), "bd9d88bec15b5939"},
		{"2DinCube", digest(InCube(n), point), "202fd1b62a157857"},
		{"2DinSphere", digest(InSphere(n), point), "f3195cabf51dfd0a"},
		{"2DonSphere", digest(OnSphere(n), point), "14e179a31613e630"},
		{"2Dkuzmin", digest(Kuzmin(n), point), "fb0cd7f008e5a7ba"},
		{"3DinCube", digest(InCube3(n), point3), "4a65d00da4b7d6ad"},
		{"3DinSphere", digest(InSphere3(n), point3), "72d4d864a513c134"},
		{"3DonSphere", digest(OnSphere3(n), point3), "0d8303ce7cbf80ec"},
		{"rMatGraph 12", digest(rmat, edge), "72175549e80f8696"},
		{"rMatGraph 12, both directions", graph(FromEdges(rmat, rv, true)), "7f54fcbf0ba051db"},
		{"rMatGraph 12, one direction", graph(FromEdges(rmat, rv, false)), "d1dafebc09392176"},
		{"rMatGraph 10", digest(rmat5, edge), "8442507290044c8a"},
		{"rMatGraph 10, both directions", graph(FromEdges(rmat5, rv5, true)), "26316828150e44b7"},
		{"randLocalGraph", digest(local, edge), "bd873968c6fb2d74"},
		{"randLocalGraph, both directions", graph(FromEdges(local, n, true)), "b6bb741d59a05c9d"},
		{"randLocalGraph, one direction", graph(FromEdges(local, n, false)), "174f392c55a116c0"},
		{"3Dgrid", digest(grid, edge), "fd9ac05a037a5185"},
		{"3Dgrid, both directions", graph(FromEdges(grid, gv, true)), "0651c018c069bf29"},
		{"permutation of 100", digest(Permutation(100), integer), "a7ce840f749a54e5"},
		{"permutation of 1000", digest(Permutation(1000), integer), "b83d55e0ceaf6ce5"},
		{"permutation of 100000", digest(Permutation(100_000), integer), "29e413a0f2d88779"},
		{"permutation of 300000", digest(Permutation(300_000), integer), "0d445ebdd19d3a05"},
		{"renamed graph", graph(renamed), "1a76090c313321eb"},
		{"shuffled edges", digest(edges, edge), "48bf60df984ffbc9"},
	} {
		if c.got != c.want {
			t.Errorf("%s: digest %s, want %s", c.name, c.got, c.want)
		}
	}
}

// TestWeights compares the bits of float32, which the digest has as 64 bits.
func TestWeights(t *testing.T) {
	h := many(1000, func(i uint64) float32 { return Weight(int(i)) })
	if got, want := digest(h, weight), "502214bffc7135ad"; got != want {
		t.Errorf("weights: digest %s, want %s", got, want)
	}
}

// TestText compares bytes, which the digest of the suite's text has as they are.
func TestText(t *testing.T) {
	text := fnv.New64a()
	text.Write(Text(1000))
	words := fnv.New64a()
	for _, w := range Words(1000) {
		words.Write(append([]byte(w), 0, 0, 0, 0, 0, 0, 0, 0))
	}
	for _, c := range []struct {
		name string
		got  uint64
		want uint64
	}{{"text", text.Sum64(), 0x358fae978933fb57}, {"words", words.Sum64(), 0x806242e647cf6490}} {
		if c.got != c.want {
			t.Errorf("%s: digest %016x, want %016x", c.name, c.got, c.want)
		}
	}
}
