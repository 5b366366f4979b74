package testgroups

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A process is one group as a process, and what is left of it.
type process struct {
	group
	args     arguments
	dir      string // for its files; removed by the caller
	err      error  // why it failed
	took     time.Duration
	original string // the -test.gocoverdir of the package, "" without coverage
}

// prepare makes the processes of groups. The files of each are in a directory of its own, in dir.
func prepare(a arguments, groups []group, dir string) ([]*process, error) {
	cover, covered := a.value("gocoverdir")
	var others []string
	all := make([]*process, len(groups))
	for i, g := range groups {
		p := &process{group: g, args: a.only(g.tests), dir: filepath.Join(dir, fmt.Sprint(i)), original: cover}
		if i == len(groups)-1 {
			p.args = a.allBut(others)
		}
		others = append(others, g.tests...)
		if err := os.Mkdir(p.dir, 0o700); err != nil {
			return nil, err
		}
		if covered {
			if err := p.cover(); err != nil {
				return nil, err
			}
		}
		all[i] = p
	}
	return all, nil
}

// cover gives the process a coverage directory and a profile of its own. What go test has put into
// the directory of the package is data that the process reads.
func (p *process) cover() error {
	counters := filepath.Join(p.dir, "cover")
	if err := os.CopyFS(counters, os.DirFS(p.original)); err != nil {
		return err
	}
	p.args = p.args.with("gocoverdir", counters).with("coverprofile", p.profile())
	return nil
}

// output is the file with what the process prints, profile that with its coverage.
func (p *process) output() string  { return filepath.Join(p.dir, "output") }
func (p *process) profile() string { return filepath.Join(p.dir, "profile") }

// run runs the process to its end and tells whether it passed.
func (p *process) run(signals *signals) bool {
	out, err := os.Create(p.output())
	if err != nil {
		p.err = err
		return false
	}
	defer out.Close()
	argv := p.args.argv()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, out, out
	start := time.Now()
	p.err = signals.run(cmd)
	p.took = time.Since(start)
	return p.err == nil
}
