package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cluster/shm"
)

// mappingWays are those that do without a server: the processes of one machine steal
// from each other in a file that all of them map.
func mappingWays() (out []way) {
	for _, m := range []struct {
		name    string
		helpers int
		share   float64
		run     func(ctx context.Context, helpers, tasks, trips int) (sample, error)
	}{
		{"skua shared mapping, 1 process", 0, 50, measureMapping},
		{"skua shared mapping, 3 processes", 2, 50, measureMapping},
		{"skua JobSpec.Near, 3 processes", 2, 10, measureNear},
	} {
		out = append(out, way{name: m.name, keeps: "the death of helpers", share: m.share,
			measure: func(ctx context.Context, tasks, trips int) (sample, error) {
				s, err := m.run(ctx, m.helpers, tasks, trips)
				if errors.Is(err, shm.ErrUnsupported) {
					err = cannot{err}
				}
				return s, err
			}})
	}
	return out
}

var members = map[string]shm.Handler{
	"empty": func(_ context.Context, out, _ []byte) ([]byte, error) { return out, nil },
}

func measureMapping(ctx context.Context, helpers, tasks, trips int) (_ sample, err error) {
	dir, err := scratch(true)
	if err != nil {
		return sample{}, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "tasks")
	m, err := shm.Join(path, members, shm.Config{Workers: 1})
	if err != nil {
		return sample{}, err
	}
	defer m.Close()
	for range helpers {
		h, err := help("member", path)
		if err != nil {
			return sample{}, err
		}
		defer h.end(&err)
	}
	return sampled(ctx, tasks, trips, func(ctx context.Context, n int) (time.Duration, error) {
		begun, i := time.Now(), 0
		for r, err := range m.Map(ctx, "empty", sixteenBytes(n)) {
			if err != nil {
				return 0, err
			}
			if len(r) != 0 {
				return 0, fmt.Errorf("%w: %d bytes", errWrong, len(r))
			}
			i++
		}
		if i != n {
			return 0, wrongCount(i, n)
		}
		return time.Since(begun), nil
	})
}

// sixteenBytes yields n payloads of 16 bytes.
func sixteenBytes(n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		b := make([]byte, 16)
		for range n {
			if !yield(b) {
				return
			}
		}
	}
}

// workAsMember is a process that helps at a mapping.
func workAsMember(ctx context.Context, args []string, stdout io.Writer) error {
	if len(args) != 1 {
		return usage{errors.New("member: want the mapping's path")}
	}
	m, err := shm.Join(args[0], members, shm.Config{Workers: 1})
	if err != nil {
		return err
	}
	working, stop := context.WithCancel(ctx)
	ended := make(chan error)
	go func() { ended <- m.Work(working) }()
	ready(ctx, stdout)
	stop()
	return errors.Join(<-ended, m.Close())
}

// measureNear asks the cluster to run tasks through the mapping.
func measureNear(ctx context.Context, helpers, tasks, trips int) (_ sample, err error) {
	dir, err := scratch(true)
	if err != nil {
		return sample{}, err
	}
	defer os.RemoveAll(dir)
	where := filepath.Join(dir, "store")
	defer os.RemoveAll(nearDir(where))
	for range helpers {
		h, err := help("node", "-near", "-slots", strconv.Itoa(1), where)
		if err != nil {
			return sample{}, err
		}
		defer h.end(&err)
	}
	c, err := cluster.Open(ctx, where, cluster.Config{Handlers: handlers, Slots: 1, Near: true})
	if err != nil {
		return sample{}, err
	}
	defer c.Close()
	return sampled(ctx, tasks, trips, func(ctx context.Context, n int) (time.Duration, error) {
		return mapEmpty(ctx, c, cluster.JobSpec{Handler: "empty", Near: true}, n)
	})
}

// nearDir is where the cluster puts the mapping of a directory, which it leaves there
// for processes to come.
func nearDir(where string) string {
	h := fnv.New64a()
	h.Write([]byte(where))
	return fmt.Sprintf("/dev/shm/skua-%d-%x", os.Getuid(), h.Sum64())
}
