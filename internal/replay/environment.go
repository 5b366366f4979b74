package replay

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// The environment variables that name a file. Processes that one starts which has taken a file leave it to
// that: they would write over its recording, or follow a recording that is not theirs.
const (
	RecordEnvironment = "SKUA_RECORD"
	ReplayEnvironment = "SKUA_REPLAY"
)

// FromEnvironment returns the schedule that the environment asks for, of all pools of the process;
// nil if it asks for none, or for what cannot be: then it says so on stderr.
func FromEnvironment() *Schedule { return environment{Process, os.Stderr}.schedule() }

// environment is that of a process.
type environment struct {
	Variables
	stderr io.Writer
}

func (e environment) schedule() *Schedule {
	s, err := e.ask()
	if err != nil {
		fmt.Fprintln(e.stderr, err)
		return nil
	}
	return s
}

func (e environment) ask() (*Schedule, error) {
	record, follow := e.Get(RecordEnvironment), e.Get(ReplayEnvironment)
	switch {
	case record != "" && follow != "":
		return nil, fmt.Errorf("skua: %s and %s are both set: want one of them; nothing is recorded and nothing replayed",
			RecordEnvironment, ReplayEnvironment)
	case record != "":
		if err := e.take(RecordEnvironment, record, "recorded"); err != nil {
			return nil, err
		}
		return Record(RecordEnvironment, record)
	case follow != "":
		if err := e.take(ReplayEnvironment, follow, "replayed"); err != nil {
			return nil, err
		}
		s, err := Replay(ReplayEnvironment, follow)
		if err == nil {
			s.play.says = true
		}
		return s, err
	}
	return nil, nil
}

// take takes up what a variable asks for, unless a process has that started this one.
func (e environment) take(variable, file, done string) error {
	other, err := e.Take(variable, file)
	if other != "" {
		return fmt.Errorf("skua: %s=%s: that file is for process %s, which has started this one; nothing is %s: give this "+
			"process another", variable, file, other, done)
	}
	return err
}

// A file that a variable names has one process that writes or reads it: not also those that the process
// starts, which inherit its environment.

// Variables are the environment of a process.
type Variables struct {
	Get func(name string) string
	Set func(name, value string) error
}

// Process has those of this process.
var Process = Variables{os.Getenv, os.Setenv}

// suffix is that of the variable which says who has taken a file: "PID FILE".
const suffix = "_OWNER"

// Take takes the file of a variable for this process, and notes that in the environment of those that this
// one starts. It returns the number of the process that has taken it, if that is another one.
func (e Variables) Take(variable, file string) (other string, err error) {
	own := strconv.Itoa(os.Getpid())
	if by, what, _ := strings.Cut(e.Get(variable+suffix), " "); what == file && by != own {
		return by, nil
	}
	return "", e.Set(variable+suffix, own+" "+file)
}
