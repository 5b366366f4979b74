package replay

import (
	"fmt"
	"io"
	"os"
)

// The environment variables that name a file.
const (
	RecordEnvironment = "SKUA_RECORD"
	ReplayEnvironment = "SKUA_REPLAY"
)

// FromEnvironment returns the schedule that the environment asks for, of all pools of the process;
// nil if it asks for none, or for what cannot be: then it says so on stderr.
func FromEnvironment() *Schedule { return fromEnvironment(os.Getenv, os.Stderr) }

func fromEnvironment(get func(string) string, stderr io.Writer) *Schedule {
	record, follow := get(RecordEnvironment), get(ReplayEnvironment)
	var s *Schedule
	var err error
	switch {
	case record != "" && follow != "":
		err = fmt.Errorf("skua: %s and %s are both set: want one of them; nothing is recorded and nothing replayed",
			RecordEnvironment, ReplayEnvironment)
	case record != "":
		s, err = Record(RecordEnvironment, record)
	case follow != "":
		s, err = Replay(ReplayEnvironment, follow)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return nil
	}
	return s
}
