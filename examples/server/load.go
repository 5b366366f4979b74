package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
)

// ways are the handlers to compare. Each lets the same number compute at a time, but
// for the last.
var ways = []struct {
	name    string
	handler func() (http.HandlerFunc, error)
}{
	{"semaphore", func() (http.HandlerFunc, error) {
		return serial(make(chan struct{}, runtime.GOMAXPROCS(0))), nil
	}},
	{"guests", func() (http.HandlerFunc, error) {
		pool, err := newPool()
		return onPool(pool), err
	}},
	{"unlimited", func() (http.HandlerFunc, error) {
		pool, err := skua.New()
		return onPool(pool), err
	}},
}

// serial answers without a pool; a channel limits how many compute at a time.
func serial(sem chan struct{}) http.HandlerFunc {
	return func(out http.ResponseWriter, r *http.Request) {
		select {
		case sem <- struct{}{}:
			defer func() { <-sem }()
		case <-r.Context().Done():
			return
		}
		sums := make([]uint64, rows)
		for i := range sums {
			if r.Context().Err() != nil {
				return
			}
			sums[i] = row(i)
		}
		json.NewEncoder(out).Encode(sums)
	}
}

// compare measures each way in turns, each time in a process of its own, and prints
// the medians.
func compare(n, rounds int, patience time.Duration) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cpu := map[string][]time.Duration{}
	for range rounds {
		for _, w := range ways {
			c := exec.Command(self, "-load", strconv.Itoa(n), "-patience", patience.String(), "-way", w.name)
			c.Stderr = os.Stderr
			said, err := c.Output()
			if err != nil {
				return err
			}
			used := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
			cpu[w.name] = append(cpu[w.name], used)
			fmt.Printf("%-10s %7.2f s of processors; %s", w.name, used.Seconds(), said)
		}
	}
	fmt.Println("medians:")
	for _, w := range ways {
		all := cpu[w.name]
		slices.Sort(all)
		fmt.Printf("%-10s %7.2f s of processors (%.2f to %.2f)\n", w.name,
			all[len(all)/2].Seconds(), all[0].Seconds(), all[len(all)-1].Seconds())
	}
	return nil
}

// one sends n requests at once to a server of that way. Every other client gives up
// when its patience ends.
func one(way string, n int, patience time.Duration) error {
	for _, w := range ways {
		if w.name != way {
			continue
		}
		h, err := w.handler()
		if err != nil {
			return err
		}
		l, err := net.Listen("tcp", "localhost:0")
		if err != nil {
			return err
		}
		go http.Serve(l, h)
		return load("http://"+l.Addr().String(), n, patience)
	}
	return fmt.Errorf("no way to answer is called %q", way)
}

func load(url string, n int, patience time.Duration) error {
	client := &http.Client{Transport: &http.Transport{MaxIdleConns: n, MaxIdleConnsPerHost: n}}
	var gaveUp, failed atomic.Int64
	var mu sync.Mutex
	var answers []time.Duration // how long they took
	var clients sync.WaitGroup
	start := time.Now()
	for k := range n {
		clients.Go(func() {
			ctx := context.Background()
			if k%2 == 1 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, patience)
				defer cancel()
			}
			switch err := ask(ctx, client, url); {
			case err == nil:
				mu.Lock()
				answers = append(answers, time.Since(start))
				mu.Unlock()
			case ctx.Err() != nil:
				gaveUp.Add(1)
			default:
				failed.Add(1)
			}
		})
	}
	clients.Wait()
	if len(answers) == 0 {
		return fmt.Errorf("no answer to any of %d requests", n)
	}
	slices.Sort(answers)
	fmt.Printf("%d answers, half of them in %.2f s and all in %.2f s; %d clients gave up, %d failed\n",
		len(answers), answers[len(answers)/2].Seconds(), time.Since(start).Seconds(), gaveUp.Load(), failed.Load())
	return nil
}

// ask sends a request and reads the answer.
func ask(ctx context.Context, client *http.Client, url string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err = io.Copy(io.Discard, answer.Body); err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("the server says %s", answer.Status)
	}
	return err
}
