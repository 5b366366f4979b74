//go:build !unix && !windows

package main

import (
	"context"
	"errors"
	"io"
)

// asynqWays are none: asynq does not build here.
func asynqWays() []way { return nil }

func serveRedis(context.Context, []string, io.Writer) error {
	return errors.New("asynq does not build here")
}
