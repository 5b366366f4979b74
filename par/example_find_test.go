package par_test

import (
	"fmt"

	"github.com/skua-go/skua/par"
)

func prime(n int) bool {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n > 1
}

func ExampleIndex() {
	fmt.Println(par.Index([]string{"auk", "skua", "tern"}, "skua"))
	fmt.Println(par.Index([]string{"auk", "skua", "tern"}, "gull"))
	// Output:
	// 1
	// -1
}

func ExampleContains() {
	fmt.Println(par.Contains([]int{8, 9, 10, 11}, 10))
	// Output: true
}

func ExampleIndexFunc() {
	fmt.Println(par.IndexFunc([]int{8, 9, 10, 11, 12, 13}, prime))
	fmt.Println(par.IndexFunc([]int{8, 9, 10}, prime))
	// Output:
	// 3
	// -1
}

func ExampleContainsFunc() {
	fmt.Println(par.ContainsFunc([]int{8, 9, 10, 11}, prime))
	// Output: true
}

func ExampleAllFunc() {
	fmt.Println(par.AllFunc([]int{2, 3, 5, 7}, prime))
	// Output: true
}
