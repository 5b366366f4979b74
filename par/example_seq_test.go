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
	"time"

	"github.com/skua-go/skua"
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

// A pipeline: lines are read one by one, looked up several at once, as most of that
// is waiting, and come out in order. MaxWorkers bounds the lookups that are under way.
func ExampleMapSeqErr_blocking() {
	lookUp := func(ctx context.Context, name string) (answer string, err error) {
		skua.Blocking(skua.Default(), func() {
			select { // stands for a request that takes its time
			case <-time.After(time.Millisecond):
				answer = strings.ToUpper(name)
			case <-ctx.Done():
				err = context.Cause(ctx)
			}
		})
		return answer, err
	}
	names := lines("arctic skua\ngreat skua\npomarine skua")
	for answer, err := range par.MapSeqErr(context.Background(), names, lookUp, par.MaxWorkers(100)) {
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(answer)
	}
	// Output:
	// ARCTIC SKUA
	// GREAT SKUA
	// POMARINE SKUA
}
