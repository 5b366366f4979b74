// Command server answers requests that compute. At most as many compute at a time as
// there are processors. Further requests wait in line; one whose client has gone is never begun.
// With -load it starts itself, sends requests, and says what they cost.
package main

import (
	"encoding/json"
	"flag"
	"log"
	"net/http"
	"runtime"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// rows is how many rows an answer has.
const rows = 40

// row is a piece of work: about half a millisecond of a processor's time.
func row(i int) uint64 {
	x := uint64(i) + 1
	for range 500_000 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// newPool returns a pool that lets in as many callers as there are processors.
func newPool() (*skua.Pool, error) {
	return skua.New(skua.WithGuests(runtime.GOMAXPROCS(0)))
}

// region handler

func answer(pool *skua.Pool, out http.ResponseWriter, r *http.Request) {
	sums := make([]uint64, rows)
	err := pool.Run(r.Context(), func(w *skua.Worker) error { // waits in line if it has to
		par.For(rows, func(i int) { sums[i] = row(i) }, par.On(w))
		return nil
	})
	if err != nil { // the client has gone, or the pool is closed
		http.Error(out, err.Error(), http.StatusServiceUnavailable)
		return
	}
	json.NewEncoder(out).Encode(sums)
}

// endregion

// onPool is answer as a handler.
func onPool(pool *skua.Pool) http.HandlerFunc {
	return func(out http.ResponseWriter, r *http.Request) { answer(pool, out, r) }
}

func main() {
	addr := flag.String("addr", "localhost:8080", "serve at this `address`")
	n := flag.Int("load", 0, "send this `number` of requests at once instead, and measure")
	patience := flag.Duration("patience", 100*time.Millisecond, "with -load: half of the clients give up after this `time`")
	rounds := flag.Int("rounds", 5, "with -load: measure each way to answer that `often`, in turns")
	way := flag.String("way", "", "with -load: one round of this `way` only")
	flag.Parse()
	var err error
	switch {
	case *n > 0 && *way != "":
		err = one(*way, *n, *patience)
	case *n > 0:
		err = compare(*n, *rounds, *patience)
	default:
		err = serve(*addr)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func serve(addr string) error {
	pool, err := newPool()
	if err != nil {
		return err
	}
	http.Handle("/", onPool(pool))
	return http.ListenAndServe(addr, nil)
}
