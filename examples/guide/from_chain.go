//go:build go1.27

package guide

//lint:file-ignore U1000 The compiler alone reads this file.

import "github.com/skua-go/skua/par"

func chain(s []int, f func(int) bool, g, h func(int) int) int {
	return par.Of(s).Filter(f).Map(g).Sum(h)
}
