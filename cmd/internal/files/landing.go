package files

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
)

// ErrRefused says that a host sent a file that its item may not bring back. An honest host never
// does.
var ErrRefused = errors.New("refused")

// A Landing is where the results of one item arrive at the submitter. Each is written to a
// temporary file beside its place; Commit renames them all. So what fails, or is killed, leaves no
// half file under a name that means something. One goroutine uses a landing.
//
// The host is not trusted: a name must be one that Plan.Allows allows, and it is reached through
// os.Root from the working directory or an input's directory, so that no symbolic link leads out of
// that. A symbolic link at the place itself is replaced by the file, not followed.
type Landing struct {
	plan    *Plan
	roots   map[string]*os.Root
	arrived []arrived
	bytes   int64
}

type arrived struct {
	root      *os.Root
	temp, end string
}

// NewLanding returns a landing for the results of the plan's item. It must be ended by Commit or
// Abort.
func NewLanding(plan *Plan) *Landing { return &Landing{plan: plan, roots: map[string]*os.Root{}} }

// Create returns a writer for one result. ErrRefused wraps what a host must not send.
func (l *Landing) Create(ref Ref) (*Arrival, error) {
	if !l.plan.Allows(ref.Path) || !ValidSum(ref.Sum) || ref.Size < 0 {
		return nil, fmt.Errorf("result %q: %w", ref.Path, ErrRefused)
	}
	base := l.plan.base(ref.Path)
	rest, _ := below(ref.Path, base)
	root, err := l.root(base)
	if base == "" || rest == "" {
		err = ErrRefused
	}
	if err == nil {
		err = root.MkdirAll(path.Dir(rest), 0o777)
	}
	if err != nil {
		return nil, fmt.Errorf("result %q: %w", ref.Path, err)
	}
	temp := path.Join(path.Dir(rest), ".skua-"+rand.Text())
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, ref.Mode.Perm())
	if err != nil {
		return nil, fmt.Errorf("result %q: %w", ref.Path, err)
	}
	return &Arrival{
		file: f, check: newChecker(ref.Sum, ref.Size),
		keep: func() error {
			l.arrived = append(l.arrived, arrived{root, temp, rest})
			l.bytes += ref.Size
			return nil
		},
		drop: func() { root.Remove(temp) },
	}, nil
}

// root enters a base directory, once.
func (l *Landing) root(base string) (*os.Root, error) {
	if root := l.roots[base]; root != nil {
		return root, nil
	}
	root, err := os.OpenRoot(filepath.FromSlash(base))
	if err == nil {
		l.roots[base] = root
	}
	return root, err
}

// Put lands one result from a reader.
func (l *Landing) Put(ref Ref, r io.Reader) error {
	a, err := l.Create(ref)
	if err != nil {
		return err
	}
	if _, err := io.Copy(a, r); err != nil {
		a.Abort()
		return fmt.Errorf("result %q: %w", ref.Path, err)
	}
	return a.Close()
}

// Bytes is the length of all results that have arrived.
func (l *Landing) Bytes() int64 { return l.bytes }

// Commit gives all results their names and ends the landing. If one fails, those after it are
// removed.
func (l *Landing) Commit() error {
	defer l.Abort()
	for len(l.arrived) > 0 {
		a := l.arrived[0]
		if err := a.root.Rename(a.temp, a.end); err != nil {
			return fmt.Errorf("result %q: %w", a.end, err)
		}
		l.arrived = l.arrived[1:]
	}
	return nil
}

// Abort removes all that has arrived and ends the landing. It does nothing after Commit.
func (l *Landing) Abort() {
	for _, a := range l.arrived {
		a.root.Remove(a.temp)
	}
	l.arrived = nil
	for _, root := range l.roots {
		root.Close()
	}
	clear(l.roots)
}
