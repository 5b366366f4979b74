// Command quicksort sorts the textbook way: the partition at the top is serial.
package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/skua-go/skua"
)

var sort *skua.Func[[]float64, struct{}]

func init() { sort = skua.NewFunc(quick) }

func quick(f *skua.Frame[[]float64, struct{}], s []float64) struct{} {
	if len(s) < 200_000 {
		slices.Sort(s)
		return struct{}{}
	}
	m := partition(s)
	f.Both(s[:m], s[m:]) // the line
	return struct{}{}
}

// partition moves what is not above the pivot to the left, in several careful passes.
func partition(s []float64) int {
	mid := append([]float64(nil), s[:4001]...)
	slices.Sort(mid)
	pivot := mid[len(mid)/2]
	less, more := make([]float64, 0, len(s)), make([]float64, 0, len(s))
	for _, x := range s {
		if x <= pivot {
			less = append(less, x)
		} else {
			more = append(more, x)
		}
	}
	copy(s, less)
	copy(s[len(less):], more)
	return len(less)
}

func main() {
	r := rand.New(rand.NewPCG(1, 2))
	data := make([]float64, 3_000_000)
	for i := range data {
		data[i] = r.Float64()
	}
	sort.Run(data)
	fmt.Println(slices.IsSorted(data))
}
