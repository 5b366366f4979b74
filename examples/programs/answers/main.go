// Command answers is a server that computes for at most as many callers at a time as
// there are processors. Clients that give up in line cost nothing.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// handler answers with the number of primes below n.
func handler(pool *skua.Pool) http.HandlerFunc {
	return func(out http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(r.FormValue("n"))
		if err != nil {
			http.Error(out, err.Error(), http.StatusBadRequest)
			return
		}
		var found int
		err = pool.Run(r.Context(), func(w *skua.Worker) error {
			found = primes(w, n)
			return nil
		})
		if err != nil {
			http.Error(out, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprint(out, found)
	}
}

func primes(p skua.Place, n int) int {
	hits := make([]int, n)
	par.For(n, func(i int) {
		if prime(i) {
			hits[i] = 1
		}
	}, par.On(p))
	return par.Sum(hits, par.On(p))
}

func prime(n int) bool {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n > 1
}

func main() {
	pool, err := skua.New(skua.WithGuests(runtime.GOMAXPROCS(0)))
	if err != nil {
		log.Fatal(err)
	}
	defer pool.Close()
	server := httptest.NewServer(handler(pool))
	defer server.Close()
	var clients sync.WaitGroup
	for i := range 100 {
		clients.Go(func() {
			ctx, cancel := context.Background(), func() {}
			if i%2 == 0 {
				ctx, cancel = context.WithTimeout(ctx, 20*time.Millisecond)
			}
			defer cancel()
			get(ctx, server, 200_000)
		})
	}
	clients.Wait()
	fmt.Printf("%+v\n", pool.Stats())
}
