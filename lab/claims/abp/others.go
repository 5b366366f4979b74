package abp

import (
	"context"
	"fmt"
	"os/exec"
)

// busy is a program for the shell that says a line and then computes. It ends when the process
// that started it has gone, also if that was killed.
const busy = `echo busy; while kill -0 $PPID 2>/dev/null; do i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; done`

// startOthers starts other processes that compute, and returns when each of them runs. They end
// with ctx, or when stop is called, which waits for their ends.
func startOthers(ctx context.Context, number int) (stop func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	var started []*exec.Cmd
	stop = func() {
		cancel()
		for _, c := range started {
			c.Wait() // it was killed, which is no failure
		}
	}
	for range number {
		c := exec.CommandContext(ctx, "sh", "-c", busy)
		said, err := c.StdoutPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			stop()
			return nil, fmt.Errorf("another process: %w", err)
		}
		started = append(started, c)
		if _, err := said.Read(make([]byte, 1)); err != nil {
			stop()
			return nil, fmt.Errorf("another process ends at once: %w", err)
		}
	}
	return stop, nil
}
