package par_test

import (
	"bufio"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
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
	par.ForSeq(maps.Values(map[string]int{"a": 1, "b": 2, "c": 3}), func(n int) { total.Add(int64(n)) })
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
	for n, err := range par.MapSeqErr(context.Background(), lines("1\n2\nthree\n4"), parse, par.MaxWorkers(1)) { // else the error may stop 2
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

func ExampleFilterSeq() {
	for line := range par.FilterSeq(lines("great skua\n\nlong-tailed skua\n"), func(s string) bool { return s != "" }) {
		fmt.Println(line)
	}
	// Output:
	// great skua
	// long-tailed skua
}

func ExampleFilterSeqErr() {
	isEven := func(_ context.Context, s string) (bool, error) {
		n, err := strconv.Atoi(s)
		return n%2 == 0, err
	}
	for s, err := range par.FilterSeqErr(context.Background(), lines("1\n2\n3\n4\nfive"), isEven, par.MaxWorkers(1)) { // else the error may stop 4
		fmt.Println(s, err)
	}
	// Output:
	// 2 <nil>
	// 4 <nil>
	//  strconv.Atoi: parsing "five": invalid syntax
}

func ExampleFlatMapSeq() {
	for word := range par.FlatMapSeq(lines("great skua\nlong-tailed skua"), strings.Fields) {
		fmt.Println(word)
	}
	// Output:
	// great
	// skua
	// long-tailed
	// skua
}

func ExampleFlatMapSeqErr() {
	numbers := func(_ context.Context, line string) (all []int, err error) {
		for field := range strings.FieldsSeq(line) {
			n, err := strconv.Atoi(field)
			if err != nil {
				return nil, err
			}
			all = append(all, n)
		}
		return all, nil
	}
	for n, err := range par.FlatMapSeqErr(context.Background(), lines("1 2\n3\nfour"), numbers, par.MaxWorkers(1)) { // else the error may stop 3
		fmt.Println(n, err)
	}
	// Output:
	// 1 <nil>
	// 2 <nil>
	// 3 <nil>
	// 0 strconv.Atoi: parsing "four": invalid syntax
}

// numbered yields the lines of a text, and an error if it meets one that is empty.
func numbered(text string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for line := range lines(text) {
			var err error
			if line == "" {
				err = fmt.Errorf("an empty line")
			}
			if !yield(line, err) {
				return
			}
		}
	}
}

func ExampleForSeq2Err() {
	var total atomic.Int64
	err := par.ForSeq2Err(context.Background(), numbered("1\n2\n\n3"), func(_ context.Context, s string) error {
		n, err := strconv.Atoi(s)
		total.Add(int64(n))
		return err
	})
	fmt.Println(total.Load(), err)
	// Output: 3 an empty line
}

func ExampleForSeq2() {
	wings := map[string]int{"great skua": 132, "arctic skua": 115, "puffin": 55}
	var large atomic.Int64
	par.ForSeq2(maps.All(wings), func(name string, cm int) {
		if cm > 100 {
			large.Add(1)
		}
	})
	fmt.Println(large.Load(), "of", len(wings))
	// Output: 2 of 3
}

// The keys go with the results: so a map becomes another.
func ExampleMapSeq2() {
	wings := map[string]int{"great skua": 132, "arctic skua": 115, "puffin": 55}
	feet := maps.Collect(par.MapSeq2(maps.All(wings), func(name string, cm int) string {
		return fmt.Sprintf("%.2f ft", float64(cm)/30.48)
	}))
	fmt.Println(feet)
	// Output: map[arctic skua:3.77 ft great skua:4.33 ft puffin:1.80 ft]
}

func ExampleMapSeq2Err() {
	for n, err := range par.MapSeq2Err(context.Background(), numbered("1\n2\n\n3"), func(_ context.Context, s string) (int, error) {
		return strconv.Atoi(s)
	}) {
		fmt.Println(n, err)
	}
	// Output:
	// 1 <nil>
	// 2 <nil>
	// 0 an empty line
}

// The squares come in any order: a slow call does not hold back the others.
func ExampleUnordered() {
	sum := 0
	for square := range par.MapSeq(slices.Values([]int{1, 2, 3}), func(n int) int { return n * n }, par.Unordered()) {
		sum += square
	}
	fmt.Println(sum)
	// Output: 14
}
