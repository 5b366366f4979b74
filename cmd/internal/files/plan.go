package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// A Plan is what the machine that runs an item must know of the submitter's files. It travels as
// package wire writes it. All paths are absolute and clean, with slashes, as on the submitter's machine.
type Plan struct {
	Dir    string   `json:"dir"`              // the submitter's working directory
	Inputs []Ref    `json:"inputs,omitempty"` // the regular files that the item's inputs name
	Dirs   []string `json:"dirs,omitempty"`   // directories that the command's words name, or are in
	Named  []string `json:"named,omitempty"`  // what words name outside of Dir, or hidden in it: see Allows

	once  sync.Once
	index index
}

// A Planner makes the plans of the items of one submitter. Safe for concurrent use.
type Planner struct {
	dir    string
	hasher Hasher
}

// NewPlanner returns a planner for commands that are given in dir, or in the current directory if
// dir is empty. Symbolic links in dir are resolved, so that .. means the same to the planner as to
// a process.
func NewPlanner(dir string) (*Planner, error) {
	if runtime.GOOS == "windows" {
		return nil, errors.New("files cannot be sent from Windows: their paths mean nothing on other systems")
	}
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return nil, err
	}
	return &Planner{dir: abs}, nil
}

// Dir is the directory in which commands are given, absolute and without symbolic links.
func (p *Planner) Dir() string { return p.dir }

// Forget makes the next plan with this path read the file again.
func (p *Planner) Forget(path string) { p.hasher.Forget(path) }

// Plan makes the plan of one command. words are the command's words, or its script; names are its
// inputs. A name of a regular file becomes an input; one that names nothing, or a device, is
// a word like any other. A directory is an error: it would be empty there. Reads each file
// once for all plans.
func (p *Planner) Plan(words, names []string) (*Plan, error) {
	plan := &Plan{Dir: p.dir}
	seen := map[string]bool{}
	for _, name := range names {
		ref, found, err := p.input(name)
		if err != nil {
			return nil, err
		}
		if found && !seen[ref.Path] {
			seen[ref.Path] = true
			plan.Inputs = append(plan.Inputs, ref)
		}
	}
	p.lookAtWords(plan, words)
	return plan, nil
}

// input makes a Ref of a name, if a regular file has that.
func (p *Planner) input(name string) (Ref, bool, error) {
	if name == "" || strings.ContainsRune(name, 0) {
		return Ref{}, false, nil
	}
	raw := name
	if !filepath.IsAbs(raw) {
		raw = p.dir + "/" + name
	}
	info, err := os.Stat(raw)
	if errors.Is(err, fs.ErrPermission) {
		return Ref{}, false, err
	}
	if err != nil {
		return Ref{}, false, nil // a word that names no file
	}
	if info.IsDir() {
		return Ref{}, false, fmt.Errorf("input %s is a directory: only regular files are sent to other hosts", name)
	}
	if !info.Mode().IsRegular() {
		return Ref{}, false, nil
	}
	clean := path.Clean(raw)
	if same, err := os.Stat(clean); err != nil || !os.SameFile(info, same) {
		return Ref{}, false, fmt.Errorf("input %s goes up (..) from a symbolic link: name the file without it", name)
	}
	ref, err := p.hasher.Ref(clean, info)
	return ref, true, err
}

// Allows tells whether a file at path may come back from the machine that ran the item:
//
//   - an input, in place;
//   - a file below the working directory, unless it is hidden: no part of its path from there
//     on begins with a dot;
//   - outside of it, a file whose path begins like an input's without the extension;
//   - what the words of the command name, and what is below that and not hidden.
func (p *Plan) Allows(name string) bool {
	if !path.IsAbs(name) || path.Clean(name) != name || strings.ContainsRune(name, 0) {
		return false
	}
	if rest, below := below(name, p.Dir); below && rest != "" && !hidden(rest) {
		return true
	}
	x := p.indexed()
	if x.inputs[name] {
		return true
	}
	for _, stem := range x.stems {
		if strings.HasPrefix(name, stem) && !hidden(name[strings.LastIndexByte(stem, '/')+1:]) {
			return true
		}
	}
	for _, named := range p.Named {
		if rest, below := below(name, named); below && !hidden(rest) {
			return true
		}
	}
	return false
}

// base returns the directory through which a landing reaches path: the working directory, or
// that of an input; "" if path is in neither.
func (p *Plan) base(name string) string {
	best := ""
	for _, dir := range p.indexed().dirs {
		if _, below := below(name, dir); below && len(dir) > len(best) {
			best = dir
		}
	}
	return best
}

// An index is what Allows and base look at for each path; made once.
type index struct {
	dirs   []string        // the working directory, and those of inputs outside of it
	stems  []string        // of inputs outside of the working directory
	inputs map[string]bool // paths
}

func (p *Plan) indexed() *index {
	p.once.Do(func() {
		p.index = index{dirs: []string{p.Dir}, inputs: map[string]bool{}}
		seen := map[string]bool{}
		for _, in := range p.Inputs {
			p.index.inputs[in.Path] = true
			if _, inside := below(in.Path, p.Dir); inside {
				continue
			}
			p.index.stems = append(p.index.stems, stem(in.Path))
			if dir := path.Dir(in.Path); !seen[dir] {
				seen[dir] = true
				p.index.dirs = append(p.index.dirs, dir)
			}
		}
	})
	return &p.index
}

// below returns what follows dir in name: "" for dir itself.
func below(name, dir string) (rest string, ok bool) {
	if name == dir {
		return "", true
	}
	if dir != "/" {
		dir += "/"
	}
	return strings.CutPrefix(name, dir)
}

// hidden tells whether a part of the path begins with a dot.
func hidden(rest string) bool {
	return strings.HasPrefix(rest, ".") || strings.Contains(rest, "/.")
}

// stem is a file's path without the extension.
func stem(name string) string {
	if s := strings.TrimSuffix(name, path.Ext(name)); !strings.HasSuffix(s, "/") {
		return s
	}
	return name
}
