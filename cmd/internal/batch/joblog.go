package batch

import "time"

// A Joblog is the log of the items that have ended, in GNU parallel's nine columns. Safe
// for concurrent use.
type Joblog struct{}

// A Mode says what a Joblog does with what the file holds.
type Mode int

// The modes of a Joblog.
const (
	Fresh        Mode = iota // begins anew
	Append                   // adds to it
	Resume                   // adds to it, and skips the items that are in it
	ResumeFailed             // adds to it, and skips those that have succeeded
)

// An Entry is one line of a joblog.
type Entry struct {
	Seq      int
	Host     string
	Start    time.Time
	Took     time.Duration
	Sent     int64
	Received int64
	Exit     int
	Signal   int
	Command  string
}

// OpenJoblog opens a joblog, and makes it if there is none. It refuses one that another
// process writes.
func OpenJoblog(name string, mode Mode) (*Joblog, error) { return nil, nil }

// ReadJoblog reads a joblog.
func ReadJoblog(name string) ([]Entry, error) { return nil, nil }

// Runtimes returns how long each command took that succeeded, the last time.
func Runtimes(entries []Entry) map[string]time.Duration { return nil }

// Entries returns what the joblog held when it was opened, in the order of the file.
func (l *Joblog) Entries() []Entry { return nil }

// AnyCommand lets the joblog belong to other commands: only the numbers of the items
// count, as in GNU parallel.
func (l *Joblog) AnyCommand() {}

// Close closes the file.
func (l *Joblog) Close() error { return nil }
