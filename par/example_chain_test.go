//go:build go1.27

package par_test

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/skua-go/skua/par"
)

func ExampleOf() {
	type order struct {
		net  float64
		paid bool
	}
	orders := []order{{12.5, true}, {99, false}, {7.5, true}}
	fmt.Println(par.Of(orders).
		Filter(func(o order) bool { return o.paid }).
		Map(func(o order) float64 { return o.net }).
		Sum(par.Identity))
	// Output: 20
}

func ExampleOfN() {
	square := func(i int) int { return i * i }
	fmt.Println(par.OfN(6).Map(square).Collect())
	// Output: [0 1 4 9 16 25]
}

func ExampleChain_Map() {
	fmt.Println(par.Of([]string{"a", "bcd", "ef"}).Map(func(s string) int { return len(s) }).Collect())
	// Output: [1 3 2]
}

func ExampleChain_Filter() {
	even := func(n int) bool { return n%2 == 0 }
	fmt.Println(par.Of([]int{3, 1, 4, 1, 5, 9, 2, 6}).Filter(even).Collect())
	// Output: [4 2 6]
}

func ExampleChain_FilterMap() {
	host := func(address string) (string, bool) {
		_, host, ok := strings.Cut(address, "@")
		return host, ok
	}
	fmt.Println(par.Of([]string{"a@b.example", "nobody", "c@d.example"}).FilterMap(host).Collect())
	// Output: [b.example d.example]
}

func ExampleChain_FlatMap() {
	lines := []string{"to be or", "not to be"}
	fmt.Println(par.Of(lines).FlatMap(strings.Fields).Filter(func(s string) bool { return s == "be" }).Count())
	// Output: 2
}

func ExampleChain_Collect() {
	fmt.Println(par.Of([]string{"x", "y"}).Map(strings.ToUpper).Collect())
	// Output: [X Y]
}

func ExampleChain_Count() {
	odd := func(n int) bool { return n%2 == 1 }
	fmt.Println(par.OfN(100).Filter(odd).Count())
	// Output: 50
}

func ExampleChain_ForEach() {
	done := make([]bool, 4)
	par.OfN(4).Filter(func(i int) bool { return i != 2 }).ForEach(func(i int) { done[i] = true })
	fmt.Println(done)
	// Output: [true true false true]
}

func ExampleChain_ContainsFunc() {
	square := func(i int) int { return i * i }
	fmt.Println(par.OfN(100).Map(square).ContainsFunc(func(n int) bool { return n == 49 }))
	// Output: true
}

func ExampleChain_AllFunc() {
	fmt.Println(par.Of([]string{"ab", "c"}).AllFunc(func(s string) bool { return s != "" }))
	// Output: true
}

func ExampleChain_First() {
	first, ok := par.Of([]int{5, 30, 7, 40}).Filter(func(n int) bool { return n > 20 }).First()
	fmt.Println(first, ok)
	// Output: 30 true
}

func ExampleChain_Reduce() {
	join := func(a, b string) string { return a + b }
	fmt.Println(par.Of([]string{"f", "u", "s", "e"}).Map(strings.ToUpper).Reduce("", join))
	// Output: FUSE
}

func ExampleChain_Sum() {
	fmt.Println(par.Of([]string{"a", "bcd", "ef"}).Sum(func(s string) int { return len(s) }))
	// Output: 6
}

func ExampleChain_Min() {
	least, ok := par.Of([]string{"abc", "de"}).Min(func(s string) int { return len(s) })
	fmt.Println(least, ok)
	// Output: 2 true
}

func ExampleChain_Max() {
	greatest, ok := par.Of([]int{3, 9, 4}).Filter(func(n int) bool { return n < 9 }).Max(par.Identity)
	fmt.Println(greatest, ok)
	// Output: 4 true
}

func ExampleChain_MinFunc() {
	shorter := func(a, b string) int { return cmp.Compare(len(a), len(b)) }
	fmt.Println(par.Of([]string{"abc", "de", "fg"}).MinFunc(shorter))
	// Output: de true
}

func ExampleChain_MaxFunc() {
	shorter := func(a, b string) int { return cmp.Compare(len(a), len(b)) }
	fmt.Println(par.Of([]string{"a", "bc", "de"}).MaxFunc(shorter))
	// Output: bc true
}

func ExampleIdentity() {
	fmt.Println(par.Of([]float64{0.5, 2, 0.25}).Filter(func(v float64) bool { return v < 1 }).Sum(par.Identity))
	// Output: 0.75
}
