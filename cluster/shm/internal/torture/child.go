//go:build linux && (amd64 || arm64)

package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/skua-go/skua/cluster/shm"
)

// submitting is how many goroutines of the submitter put tasks: a Map and a loop of Do.
const submitting = 2

// plain leaves out what needs more than recovery to survive: results that find no room,
// whose tasks are given back without a hint, and Do, which runs its task itself.
var plain = os.Getenv("TORTURE_PLAIN") != ""

// process is one of the processes of a round.
type process struct {
	o     *oracle
	m     *shm.Member
	place int
	spin  time.Duration // for each task
}

// child is the other processes: it reports whether this is one.
func child() bool {
	path := os.Getenv("TORTURE_FILE")
	if path == "" {
		return false
	}
	p, err := newProcess(path)
	if err == nil {
		if p.place == 1 {
			err = p.submit()
		} else {
			err = p.work()
		}
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "torture: place %d: %v\n", p.place, err)
		os.Exit(3)
	}
	return true
}

func newProcess(path string) (*process, error) {
	p := &process{}
	p.place, _ = strconv.Atoi(os.Getenv("TORTURE_PLACE"))
	tasks, _ := strconv.Atoi(os.Getenv("TORTURE_TASKS"))
	lease, err := time.ParseDuration(os.Getenv("TORTURE_LEASE"))
	if err != nil {
		return p, err
	}
	if p.spin, err = time.ParseDuration(os.Getenv("TORTURE_SPIN")); err != nil {
		return p, err
	}
	if p.o, err = openOracle(path+".oracle", tasks, false); err != nil {
		return p, err
	}
	p.m, err = shm.Join(path, map[string]shm.Handler{"task": p.handle}, shm.Config{
		Places: 3, Slots: 128, Blob: 8192, Attempts: 62, Lease: lease, Workers: 2, Place: p.place,
		Orphan: func(_ string, payload, result []byte, err error) { p.use(payload, result, err) },
	})
	return p, err
}

// payload is the task of a key: eight bytes, or some more for one in eight.
func payload(key int) []byte {
	n := 8
	switch {
	case key%8 == 3:
		n = 300
	case key%8 == 5:
		n = 60
	}
	b := bytes.Repeat([]byte{byte(key)}, n)
	binary.LittleEndian.PutUint64(b, uint64(key))
	return b
}

func answer(key int) []byte {
	n := 8
	if key%8 == 6 && !plain {
		n = 900
	}
	b := bytes.Repeat([]byte{byte(3 * key)}, n)
	binary.LittleEndian.PutUint64(b, uint64(3*key+1))
	return b
}

// handle runs a task.
func (p *process) handle(_ context.Context, out, in []byte) ([]byte, error) {
	key := p.key(in)
	if key < 0 {
		return out, nil
	}
	p.o.keys[key].began.Add(1)
	for t := time.Now(); p.spin > 0 && time.Since(t) < p.spin; {
	}
	return append(out, answer(key)...), nil
}

// key is which task a payload is of, or negative if it is of none.
func (p *process) key(in []byte) int {
	if len(in) >= 8 {
		key := int(binary.LittleEndian.Uint64(in))
		if key >= 0 && key < len(p.o.keys) && bytes.Equal(in, payload(key)) {
			return key
		}
	}
	p.o.wrong.Add(1)
	return -1
}

// use notes a result.
func (p *process) use(in, result []byte, err error) {
	key := p.key(in)
	if key < 0 {
		return
	}
	if err != nil || !bytes.Equal(result, answer(key)) {
		fmt.Fprintf(os.Stderr, "torture: task %d: result of %d bytes, %v\n", key, len(result), err)
		p.o.wrong.Add(1)
	}
	p.o.keys[key].used.Add(1)
}

// work works until the driver says stop.
func (p *process) work() error {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for p.o.stop.Load() == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	if err := p.m.Work(ctx); err != nil {
		return err
	}
	return p.m.Close()
}

// submit gets a result for each key: first for what an earlier incarnation has left, then
// for all that were not used yet. One key in 16 goes by Do.
func (p *process) submit() error {
	ctx := context.Background()
	for p.m.Stats().Orphans > 0 {
		turn, cancel := context.WithTimeout(ctx, time.Millisecond)
		p.m.Work(turn)
		cancel()
	}
	var left, calls []int
	for key := range p.o.keys {
		if p.o.keys[key].used.Load() > 0 {
			continue
		}
		p.checkPut(key)
		if key%16 == 7 && !plain {
			calls = append(calls, key)
		} else {
			left = append(left, key)
		}
	}
	var wg sync.WaitGroup
	var err error
	wg.Go(func() { err = p.calls(ctx, calls) })
	i := 0
	for result, err := range p.m.Map(ctx, "task", p.payloads(left)) {
		p.use(payload(left[i]), result, err)
		i++
	}
	wg.Wait()
	if i != len(left) {
		return fmt.Errorf("%d results of %d", i, len(left))
	}
	if err != nil {
		return err
	}
	return p.m.Close()
}

// checkPut wants a task that was put, and is no orphan, to be the last one that Map or Do
// was given before the kill: that may not have been accepted, or its result was on the way
// to the caller of Do.
func (p *process) checkPut(key int) {
	if p.o.keys[key].put.Load() > 0 && p.o.last[0].Load() != uint32(key)+1 && p.o.last[1].Load() != uint32(key)+1 {
		fmt.Fprintf(os.Stderr, "torture: task %d was put and did not come back\n", key)
		p.o.lost.Add(1)
	}
}

// put notes that a goroutine puts a task: 0 that of Map, 1 that of Do.
func (p *process) put(key, who int) {
	p.o.last[who].Store(uint32(key) + 1) // ORDER: before the count: killed between, it is not put
	p.o.keys[key].put.Add(1)
}

func (p *process) payloads(keys []int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, key := range keys {
			p.put(key, 0)
			if !yield(payload(key)) {
				return
			}
		}
	}
}

func (p *process) calls(ctx context.Context, keys []int) error {
	for _, key := range keys {
		p.put(key, 1)
		result, err := p.m.Do(ctx, "task", payload(key))
		p.use(payload(key), result, err)
	}
	return nil
}
