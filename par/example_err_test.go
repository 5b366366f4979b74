package par_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/skua-go/skua/par"
)

// Of several indices that fail the lowest counts.
func ExampleForErr() {
	ports := []string{"80", "443", "http", "8080"}
	numbers := make([]int, len(ports))
	err := par.ForErr(context.Background(), len(ports), func(_ context.Context, i int) (err error) {
		numbers[i], err = strconv.Atoi(ports[i])
		return err
	})
	fmt.Println(err)
	// Output: strconv.Atoi: parsing "http": invalid syntax
}

// The context ends with the first failure, so that what waits gives up.
func ExampleForErr_cancel() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	err := par.ForErr(ctx, 4, func(ctx context.Context, i int) error {
		if i == 3 {
			return errors.New("no power")
		}
		select { // stands for work that can be stopped
		case <-ctx.Done():
			return ctx.Err() // does not count
		default:
			return nil
		}
	})
	fmt.Println(err)
	// Output: no power
}

// Blocks are for bodies that are faster on many indices than on one.
func ExampleForRangeErr() {
	data := []byte("all of these are letters, or not?")
	err := par.ForRangeErr(context.Background(), 0, len(data), func(_ context.Context, lo, hi int) error {
		if i := strings.IndexByte(string(data[lo:hi]), '?'); i >= 0 {
			return fmt.Errorf("a question at %d", lo+i)
		}
		return nil
	})
	fmt.Println(err)
	// Output: a question at 32
}

func ExampleForEachErr() {
	check := func(_ context.Context, name string) error {
		if strings.ContainsRune(name, ' ') {
			return fmt.Errorf("%q has a space", name)
		}
		return nil
	}
	fmt.Println(par.ForEachErr(context.Background(), []string{"skua", "great tit", "tern"}, check, par.MaxWorkers(8)))
	// Output: "great tit" has a space
}

func ExampleChunksErr() {
	rows := []int{1, 2, 3, 4, 5, 6, 7}
	insert := func(_ context.Context, batch []int) error { // stands for a call of a database
		if batch[len(batch)-1] == 7 {
			return fmt.Errorf("batch from %d: disk full", batch[0])
		}
		return nil
	}
	fmt.Println(par.ChunksErr(context.Background(), rows, 3, insert))
	// Output: batch from 7: disk full
}

func ExampleMapErr() {
	numbers, err := par.MapErr(context.Background(), []string{"1", "2", "3"}, func(_ context.Context, s string) (int, error) {
		return strconv.Atoi(s)
	})
	fmt.Println(numbers, err)
	// Output: [1 2 3] <nil>
}

func ExampleMapIntoErr() {
	lengths := make([]time.Duration, 2) // made once, used often
	err := par.MapIntoErr(context.Background(), lengths, []string{"90s", "2h"}, func(_ context.Context, s string) (time.Duration, error) {
		return time.ParseDuration(s)
	})
	fmt.Println(lengths, err)
	// Output: [1m30s 2h0m0s] <nil>
}

func ExampleMapReduceErr() {
	parse := func(_ context.Context, s string) (float64, error) { return strconv.ParseFloat(s, 64) }
	add := func(a, b float64) float64 { return a + b }
	sum, err := par.MapReduceErr(context.Background(), []string{"0.5", "1.5", "4"}, 0, parse, add)
	fmt.Println(sum, err)
	// Output: 6 <nil>
}

func ExampleDoErr() {
	var users, orders int
	err := par.DoErr(context.Background(),
		func(context.Context) error { users = 3; return nil },
		func(context.Context) error { orders = 4; return nil },
	)
	fmt.Println(users, orders, err)
	// Output: 3 4 <nil>
}
