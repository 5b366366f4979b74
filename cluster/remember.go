package cluster

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"slices"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

// costs is what the cluster remembers of a kind of job: how long the task of
// each payload took the last time, by the payload's hash. It is stored as an object.
type costs struct {
	b     *broker
	name  string
	known map[uint64]float32 // seconds

	mu     sync.Mutex
	hashes []uint64 // of this job's payloads, by index
}

// A cost is one entry as it is stored.
type cost struct {
	Hash    uint64
	Seconds float32
}

// recall loads what is remembered under a name, which may be nothing yet.
func (b *broker) recall(ctx context.Context, name string) (*costs, error) {
	c := &costs{b: b, name: "w." + name, known: make(map[uint64]float32)}
	data, err := ask(ctx, func(ctx context.Context) ([]byte, error) { return b.blobs.GetBytes(ctx, c.name) })
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return c, nil
	}
	if err != nil {
		return nil, err
	}
	entries := make([]cost, len(data)/binary.Size(cost{}))
	if _, err := binary.Decode(data, binary.LittleEndian, entries); err != nil {
		return nil, fmt.Errorf("cluster: what is remembered under %q is unreadable: %w", name, err)
	}
	for _, e := range entries {
		c.known[e.Hash] = e.Seconds
	}
	return c, nil
}

// recall makes a job that is to remember its costs begin with those of the last.
func (j *Job) recall(ctx context.Context, spec *JobSpec, payloads iter.Seq[[]byte]) (iter.Seq[[]byte], error) {
	if spec.Remember == "" {
		return payloads, nil
	}
	c, err := j.c.b.recall(ctx, spec.Remember)
	if err != nil {
		return nil, err
	}
	j.costs, spec.Weight = c, c.weight
	return c.noting(payloads), nil
}

// weight is the cost that is remembered of a payload. One that is new is taken for as
// expensive as the most expensive: late is worse than early for an expensive task.
func (c *costs) weight(_ int, payload []byte) float64 {
	if s, ok := c.known[hash(payload)]; ok {
		return float64(s)
	}
	var most float32
	for _, s := range c.known {
		most = max(most, s)
	}
	return float64(most)
}

// noting passes payloads on and notes their hashes.
func (c *costs) noting(payloads iter.Seq[[]byte]) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for p := range payloads {
			c.mu.Lock()
			c.hashes = append(c.hashes, hash(p))
			c.mu.Unlock()
			if !yield(p) {
				return
			}
		}
	}
}

// store replaces what is remembered by the costs of this job; took is by index.
func (c *costs) store(ctx context.Context, took map[int]float32) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var entries []cost
	for i, h := range c.hashes {
		if s, ok := took[i]; ok {
			entries = append(entries, cost{h, s})
		}
	}
	entries = slices.Clip(entries)
	var data bytes.Buffer
	if err := binary.Write(&data, binary.LittleEndian, entries); err != nil {
		return fmt.Errorf("cluster: remember costs: %w", err)
	}
	return persist(ctx, func(ctx context.Context) error {
		_, err := c.b.blobs.PutBytes(ctx, c.name, data.Bytes())
		return err
	})
}

func hash(payload []byte) uint64 {
	h := fnv.New64a()
	h.Write(payload)
	return h.Sum64()
}
