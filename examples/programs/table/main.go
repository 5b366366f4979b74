// Command table reads a table of sales as a stream, and has the sum of each shop and
// the ten largest sales. It stops at the first row that is wrong.
package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"log"
	"slices"
	"strconv"
	"strings"

	"github.com/skua-go/skua/par"
)

type sale struct {
	shop   string
	amount int
}

type report struct {
	sums map[string]int
	top  []sale // falling
}

func read(ctx context.Context, in io.Reader) (*report, error) {
	r := &report{sums: map[string]int{}}
	for s, err := range par.MapSeqErr(ctx, rows(csv.NewReader(in)), parse) {
		if err != nil {
			return nil, err
		}
		r.add(s)
	}
	return r, nil
}

// row is what the reader says: fields or an error.
type row struct {
	fields []string
	err    error
}

// rows yields the rows of r up to the end or to an error, which is the last.
func rows(r *csv.Reader) iter.Seq[row] {
	return func(yield func(row) bool) {
		for {
			fields, err := r.Read()
			if errors.Is(err, io.EOF) || !yield(row{fields, err}) || err != nil {
				return
			}
		}
	}
}

func parse(_ context.Context, r row) (sale, error) {
	if r.err != nil {
		return sale{}, r.err
	}
	amount, err := strconv.Atoi(r.fields[1])
	return sale{r.fields[0], amount}, err
}

func (r *report) add(s sale) {
	r.sums[s.shop] += s.amount
	at, _ := slices.BinarySearchFunc(r.top, s, func(a, b sale) int { return b.amount - a.amount })
	r.top = slices.Insert(r.top, at, s)
	r.top = r.top[:min(10, len(r.top))]
}

// example makes a table of n rows.
func example(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "shop %d,%d\n", i%7, i*7919%100_003)
	}
	return b.String()
}

func main() {
	r, err := read(context.Background(), strings.NewReader(example(500_000)))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.sums, r.top)
}
