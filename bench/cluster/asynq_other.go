//go:build !asynq || (!unix && !windows)

package main

import (
	"context"
	"errors"
	"io"
)

// asynqWays are none: the client of Redis, which asynq brings, compiles for longer than all else of this
// module together, so asynq wants a tag, and a system on which it builds.
func asynqWays() []way { return nil }

func serveRedis(context.Context, []string, io.Writer) error {
	return errors.New("asynq wants -tags asynq, and does not build on each system")
}
