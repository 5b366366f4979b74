package par_test

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/skua-go/skua/par"
)

func ExampleSort() {
	s := []int{3, 1, 2}
	par.Sort(s)
	fmt.Println(s)
	// Output: [1 2 3]
}

func ExampleSortFunc() {
	s := []string{"banana", "fig", "apple"}
	par.SortFunc(s, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	fmt.Println(s)
	// Output: [fig apple banana]
}

func ExampleSortStableFunc() {
	s := []string{"b2", "a1", "B1", "A2"}
	par.SortStableFunc(s, func(a, b string) int {
		return strings.Compare(strings.ToLower(a[:1]), strings.ToLower(b[:1]))
	})
	fmt.Println(s)
	// Output: [a1 A2 b2 B1]
}

func ExampleMerge() {
	fmt.Println(par.Merge([]int{1, 4, 5}, []int{2, 3, 6}))
	// Output: [1 2 3 4 5 6]
}

func ExampleMergeFunc() {
	byLength := func(a, b string) int { return cmp.Compare(len(a), len(b)) }
	fmt.Println(par.MergeFunc([]string{"a", "bb"}, []string{"x", "yyy"}, byLength))
	// Output: [a x bb yyy]
}
