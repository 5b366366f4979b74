package worker

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cluster"
)

// handlers are those of a worker without code of its own. A command that
// submits tasks adds its handlers here.
var handlers = map[string]cluster.Handler{
	"echo":  echo,
	"hash":  hashPayload,
	"sleep": sleep,
	"spin":  spin,
}

// handlersHelp has a line for each.
const handlersHelp = `  echo   returns the payload
  hash   returns the SHA-256 of the payload in hex
  sleep  waits for a duration such as 1.5s, and returns it
  spin   computes until it has used so much processor time, on one core, and returns it`

// nodesHelp has a line for each handler of package nodes.
const nodesHelp = `  image      makes pictures of one that is sent, or is below --files
  exec-NAME  runs a command whose program is NAME, in a directory of its own, with the files
             that are sent; one for each NAME of --allow. A script (skua each --shell) needs sh there.

A program is found once, when the worker starts, and a task cannot start another one: but what
it then does with the arguments and files of the task is up to it. Who may allow sh, env,
xargs, find, tar or make, or an interpreter, allows everything that this user can do.`

func echo(_ context.Context, t *cluster.Task) ([]byte, error) { return t.Payload, nil }

func hashPayload(_ context.Context, t *cluster.Task) ([]byte, error) {
	sum := sha256.Sum256(t.Payload)
	return hex.AppendEncode(nil, sum[:]), nil
}

// duration reads the payload of sleep and spin. A wrong one is wrong at each attempt.
func duration(t *cluster.Task) (time.Duration, error) {
	d, err := time.ParseDuration(strings.TrimSpace(string(t.Payload)))
	if err != nil || d < 0 {
		return 0, cluster.Fatal(fmt.Errorf("payload %.40q: want a duration such as 1.5s", t.Payload))
	}
	return d, nil
}

func sleep(ctx context.Context, t *cluster.Task) ([]byte, error) {
	d, err := duration(t)
	if err != nil {
		return nil, err
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	skua.Blocking(skua.Here(), func() {
		select {
		case <-timer.C:
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
	})
	return []byte(d.String()), err
}

func spin(ctx context.Context, t *cluster.Task) ([]byte, error) {
	d, err := duration(t)
	if err != nil {
		return nil, err
	}
	used, done := processorTime()
	defer done()
	x := uint64(1)
	for used() < d {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for range 50_000 { // about 50 µs between looks at the clock
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
		}
	}
	if x == 0 { // never: a xorshift does not reach it; it keeps the loop in the program
		return nil, fmt.Errorf("spin: zero")
	}
	return []byte(d.String()), nil
}
