package par_test

import (
	"bufio"
	"context"
	"fmt"
	"iter"
	"maps"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/skua-go/skua/par"
)

// lines yields the lines of a text, as they are read.
func lines(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for s := bufio.NewScanner(strings.NewReader(text)); s.Scan(); {
			if !yield(s.Text()) {
				return
			}
		}
	}
}

func ExampleForSeq() {
	var total atomic.Int64
	par.ForSeq(maps.Values(map[string]int64{"a": 1, "b": 2, "c": 3}), func(n int64) { total.Add(n) })
	fmt.Println(total.Load())
	// Output: 6
}

// Results come in the order of the lines, and break ends the work.
func ExampleMapSeq() {
	for upper := range par.MapSeq(lines("great skua\nlong-tailed skua\n\nend"), strings.ToUpper) {
		if upper == "" {
			break
		}
		fmt.Println(upper)
	}
	// Output:
	// GREAT SKUA
	// LONG-TAILED SKUA
}

func ExampleForSeqErr() {
	err := par.ForSeqErr(context.Background(), lines("1\n2\nthree\n4"), func(_ context.Context, line string) error {
		_, err := strconv.Atoi(line)
		return err
	})
	fmt.Println(err)
	// Output: strconv.Atoi: parsing "three": invalid syntax
}

// The results before the failure come out, then the error.
func ExampleMapSeqErr() {
	parse := func(_ context.Context, line string) (int, error) { return strconv.Atoi(line) }
	for n, err := range par.MapSeqErr(context.Background(), lines("1\n2\nthree\n4"), parse) {
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(n)
	}
	// Output:
	// 1
	// 2
	// strconv.Atoi: parsing "three": invalid syntax
}
