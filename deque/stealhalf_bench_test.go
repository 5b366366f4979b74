package deque

import (
	"fmt"
	"testing"
)

// BenchmarkStealHalf moves batches of items: the owner pushes twice the batch, a
// thief with an empty deque takes it and pops it, the owner pops the rest. Nobody
// runs at the same time. The time is of one item of the batch.
func BenchmarkStealHalf(b *testing.B) {
	for _, batch := range []int{1, 4, 16, 64, 256} {
		b.Run(fmt.Sprintf("batch=%d", batch), func(b *testing.B) {
			d, own := NewStealHalf[int](1024), NewStealHalf[int](1024)
			x := new(int)
			for b.Loop() {
				for range 2 * batch {
					d.Push(x)
				}
				if n, _ := d.StealInto(own); n != batch {
					b.Fatalf("stole %d, want %d", n, batch)
				}
				for range batch {
					own.Pop()
					d.Pop()
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*batch), "ns/item")
		})
	}
}

// BenchmarkStealHalfBounce pushes and pops across a power of two: the sequence that
// is not monotonic, where each operation of the owner is a compare-and-swap.
func BenchmarkStealHalfBounce(b *testing.B) {
	for _, length := range []int{0, 7, 63, 100} {
		b.Run(fmt.Sprintf("items=%d", length), func(b *testing.B) {
			d, x := filled(128, length), new(int)
			for b.Loop() {
				d.Push(x)
				d.Pop()
			}
		})
	}
}
