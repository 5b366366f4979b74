//go:build asynq && (unix || windows)

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/hibiken/asynq"
)

// asynqWays are asynq's workers in the submitter's process, beside a redis-server of
// this program's own that keeps nothing on disk. A task is over when its handler has
// returned, before asynq tells Redis: that is in asynq's favour.
func asynqWays() (out []way) {
	for _, a := range []asynqCase{
		{name: "asynq, 2 workers", workers: 2, every: often},
		{name: "asynq, 10 workers", workers: 10, every: often},
		{name: "asynq, 10 workers, keeps results", workers: 10, every: often, results: true},
		{name: "asynq, 10 workers, default interval", workers: 10},
	} {
		out = append(out, way{name: a.name, keeps: "the death of all but Redis", share: 1, measure: a.measure})
	}
	return out
}

// often is how often an idle worker asks Redis for tasks. By default it does so about
// once a second, and a task that is alone waits for that; more often is in asynq's favour.
const often = 10 * time.Millisecond

type asynqCase struct {
	name    string
	workers int
	every   time.Duration // 0: asynq's default
	results bool          // each task stores a result
}

func (a asynqCase) measure(ctx context.Context, tasks, trips int) (_ sample, err error) {
	h, err := help("redis")
	if err != nil {
		return sample{}, err
	}
	defer h.end(&err)
	redis := asynq.RedisClientOpt{Network: "unix", Addr: h.said}
	var open sync.WaitGroup
	s := asynq.NewServer(redis, asynq.Config{Concurrency: a.workers, TaskCheckInterval: a.every, LogLevel: asynq.FatalLevel})
	err = s.Start(asynq.HandlerFunc(func(_ context.Context, t *asynq.Task) error {
		if a.results {
			if _, err := t.ResultWriter().Write([]byte{1}); err != nil {
				return err
			}
		}
		open.Done() // panics if there are more calls than tasks
		return nil
	}))
	if err != nil {
		return sample{}, fmt.Errorf("asynq: %w", err)
	}
	defer s.Shutdown()
	c := asynq.NewClient(redis)
	defer c.Close()
	return sampled(ctx, tasks, trips, func(ctx context.Context, n int) (time.Duration, error) {
		begun := time.Now()
		open.Add(n)
		for range n {
			if _, err := c.EnqueueContext(ctx, asynq.NewTask("empty", nil), a.options()...); err != nil {
				return 0, fmt.Errorf("asynq: %w", err)
			}
		}
		open.Wait()
		return time.Since(begun), nil
	})
}

func (a asynqCase) options() []asynq.Option {
	if a.results {
		return []asynq.Option{asynq.Retention(time.Hour)}
	}
	return nil
}

// serveRedis is the process that starts a redis-server, says where its socket is, and
// ends it.
func serveRedis(ctx context.Context, _ []string, stdout io.Writer) error {
	program, err := exec.LookPath("redis-server")
	if err != nil {
		return cannot{errors.New("redis-server is not installed (-install gets it from Debian)")}
	}
	dir, err := os.MkdirTemp("", "skua-redis-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	socket := filepath.Join(dir, "redis.sock")
	server := exec.Command(program, "--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", "--dir", dir)
	if err := server.Start(); err != nil {
		return err
	}
	defer func() {
		server.Process.Kill()
		server.Wait()
	}()
	if err := answers(ctx, asynq.RedisClientOpt{Network: "unix", Addr: socket}); err != nil {
		return fmt.Errorf("redis-server: %w", err)
	}
	ready(ctx, stdout, socket)
	return nil
}

// answers waits until Redis does.
func answers(ctx context.Context, at asynq.RedisClientOpt) error {
	c := asynq.NewClient(at)
	defer c.Close()
	for begun := time.Now(); ; {
		err := c.Ping()
		if err == nil || time.Since(begun) > 10*time.Second || ctx.Err() != nil {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
}
