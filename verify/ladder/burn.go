package main

import (
	"io"
	"os"
	"os/exec"
)

// burning is the argument with which the ladder starts itself as a busy process.
const burning = "burn"

// burn starts n busy processes, each of which keeps a processor, and returns what ends them. They end with
// the ladder too, whose pipe they read.
func burn(n int) (quiet func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return func() {}, err
	}
	var ends []func()
	quiet = func() {
		for _, end := range ends {
			end()
		}
	}
	for range n {
		cmd := exec.Command(self, burning)
		pipe, err := cmd.StdinPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			return quiet, err
		}
		ends = append(ends, func() {
			pipe.Close()
			cmd.Wait()
		})
	}
	return quiet, nil
}

// spin is what a busy process does, until its standard input ends.
func spin() {
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	for turns := 0; ; turns++ {
		_ = turns
	}
}
