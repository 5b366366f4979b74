package remote

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/skua-go/skua/cmd/internal/files"
)

// Local is the name of this machine among hosts.
const Local = ":"

// A Spec is a host as the user names it.
type Spec struct {
	Name  string // what ssh is given: host, user@host, an alias of its configuration, or ssh://…; or Local
	Slots int    // how many commands at a time, 0 for one each processor
}

// ParseHosts reads a list of hosts, with commas between: host, host/4 or 4/host. ":" is this
// machine. No host may be there twice.
func ParseHosts(list string) ([]Spec, error) {
	var out []Spec
	seen := map[string]bool{}
	for _, text := range strings.Split(list, ",") {
		s, err := parseHost(strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		if seen[s.Name] {
			return nil, fmt.Errorf("host %s is named twice: say %s/N for N commands at a time", s.Name, s.Name)
		}
		seen[s.Name] = true
		out = append(out, s)
	}
	return out, nil
}

func parseHost(text string) (Spec, error) {
	s := Spec{Name: text}
	if slots, name, found := strings.Cut(text, "/"); found && isNumber(slots) {
		s.Name, s.Slots = name, number(slots)
	} else if i := strings.LastIndexByte(text, '/'); i >= 0 && isNumber(text[i+1:]) && !strings.HasSuffix(text[:i], "/") {
		s.Name, s.Slots = text[:i], number(text[i+1:])
	}
	switch slashes := strings.Contains(strings.TrimPrefix(s.Name, "ssh://"), "/"); {
	case s.Name == "", slashes, strings.HasPrefix(s.Name, "-"), strings.ContainsAny(s.Name, " \t\n\x00"):
		return s, fmt.Errorf("%q is no host: want host, user@host, host/4, 4/host, or : for this machine", text)
	case text != s.Name && s.Slots < 1, s.Slots > maxSlots:
		return s, fmt.Errorf("host %s: want 1 to %d commands at a time", text, maxSlots)
	}
	return s, nil
}

// maxSlots is arbitrary: more commands than that at a time are a slip of the finger.
const maxSlots = 10_000

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return maxSlots + 1
	}
	return n
}

// A Config says how to reach hosts, and what they do with files. It is the same for all hosts
// of a batch, which share the hashes of files in it.
type Config struct {
	SSH     []string       // the words of the ssh command, nil for ssh
	Binary  *Binary        // what is copied to hosts; not needed with Skua
	Skua    string         // the program's path on the hosts, if it is not copied
	Planner *files.Planner // knows the submitter's directory and hashes its files
	Shared  bool           // hosts see the same files under the same names: nothing is sent
	Limit   int64          // bytes of contents that a host keeps, 0 for files.DefaultLimit

	// Slots is how many commands a host with cpus processors runs at a time, if its Spec
	// does not say; nil for one each.
	Slots func(cpus int) int

	// Log gets each line that ssh or the host says, and what a host did not bring back. Called by
	// several goroutines.
	Log func(host, line string)

	// How often the hosts are asked whether they live, and how long none may be silent; 0 for the
	// defaults. A host is as patient with the submitter as Patience says: it may be stopped for a
	// while.
	Beat, Silence, Patience time.Duration
}

// Arbitrary, but that Silence is several beats: one that is late is not a lost host.
const (
	defaultBeat     = 3 * time.Second
	defaultSilence  = 20 * time.Second
	defaultPatience = 10 * time.Minute

	// stuck is how long a connection that is being made may make no progress. ssh itself waits 10 s
	// for the connection; the rest is for a slow login.
	stuck = 60 * time.Second
)

func (c *Config) fill() {
	or := func(d *time.Duration, def time.Duration) {
		if *d == 0 {
			*d = def
		}
	}
	or(&c.Beat, defaultBeat)
	or(&c.Silence, defaultSilence)
	or(&c.Patience, defaultPatience)
	if c.Log == nil {
		c.Log = func(string, string) {}
	}
}
