package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A helper is another process of this program. It says in one line that it is ready,
// and ends when its standard input does: also if the process that started it is killed.
type helper struct {
	cmd  *exec.Cmd
	in   io.Closer
	said string // when it was ready, after the word
}

const readyWord = "ready"

// help starts a helper and waits until it is ready.
func help(args ...string) (*helper, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	h := &helper{cmd: exec.Command(self, args...)}
	var stderr strings.Builder
	h.cmd.Stderr = &stderr
	in, err := h.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := h.cmd.Start(); err != nil {
		return nil, err
	}
	h.in = in
	line, _ := bufio.NewReader(out).ReadString('\n')
	said, ok := strings.CutPrefix(strings.TrimSpace(line), readyWord)
	if ok {
		h.said = strings.TrimSpace(said)
		return h, nil
	}
	in.Close()
	err = h.cmd.Wait()
	err = fmt.Errorf("the process %q did not get ready: %w: %s", args[0], err, strings.TrimSpace(stderr.String()))
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == exitCannot {
		return nil, cannot{errors.New(lastWords(stderr.String()))}
	}
	return nil, err
}

// helperPatience is how long a helper may take to end.
const helperPatience = 30 * time.Second

// end ends the helper. If *err is nil, it becomes what went wrong with the helper.
func (h *helper) end(err *error) {
	h.in.Close()
	late := time.AfterFunc(helperPatience, func() { h.cmd.Process.Kill() })
	defer late.Stop()
	if e := h.cmd.Wait(); e != nil && *err == nil {
		*err = fmt.Errorf("the process %q: %w", h.cmd.Args[1], e)
	}
}

// ready says that a helper is ready, and returns when it is not needed any more.
func ready(ctx context.Context, stdout io.Writer, said ...any) {
	fmt.Fprintln(stdout, append([]any{readyWord}, said...)...)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		io.Copy(io.Discard, os.Stdin)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
	}
}

// lastWords is the last line that a process wrote, without the program's name.
func lastWords(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	return strings.TrimPrefix(lines[len(lines)-1], "bench/cluster: ")
}
