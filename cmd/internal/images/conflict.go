package images

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// maxConflicts is how many conflicts are listed; arbitrary.
const maxConflicts = 10

// conflicts are the reasons why a plan must not start.
type conflicts struct {
	errs []error
	more int
}

func (c *conflicts) add(format string, args ...any) {
	if len(c.errs) == maxConflicts {
		c.more++
		return
	}
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}

func (c *conflicts) err() error {
	if c.more > 0 {
		return errors.Join(append(c.errs, fmt.Errorf("and %d more outputs that are refused", c.more))...)
	}
	return errors.Join(c.errs...)
}

// refuseSame finds outputs that two inputs, or two sizes, have in common.
func (p *Plan) refuseSame(c *conflicts) {
	of := map[string]*Work{}
	for _, w := range p.Works {
		for _, out := range w.Outputs {
			place := p.places.of(out.Path)
			switch first := of[place]; first {
			case nil:
				of[place] = w
			case w:
				c.add("%s would be the output of %s in two sizes: put {size} into --name", out.Path, w.Input)
			default:
				advice := "name their directory with --recursive, or put {dir} or {file} into --name"
				if filepath.Dir(first.Input) == filepath.Dir(w.Input) {
					advice = "put {file} into --name, which has the ending of the input"
				}
				c.add("%s would be the output of both %s and %s: %s", out.Path, first.Input, w.Input, advice)
			}
		}
	}
}

// inputIndex finds the input that an output would replace.
type inputIndex struct {
	plan  *Plan
	entry map[string]*Work
	size  map[int64][]*Work // those that os.SameFile may be asked about
}

func (p *Plan) indexInputs() *inputIndex {
	x := &inputIndex{p, map[string]*Work{}, map[int64][]*Work{}}
	for _, w := range p.Works {
		x.entry[p.places.of(w.Input)] = w
		if w.in.Info != nil {
			n := w.in.Info.Size()
			x.size[n] = append(x.size[n], w)
		}
	}
	return x
}

// find returns the input that has the entry that path leads to, or nil, and whether it is
// that entry itself and not another link to the same file.
func (x *inputIndex) find(path string) (w *Work, itself bool) {
	if w := x.entry[x.plan.places.of(path)]; w != nil {
		return w, true
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, false
	}
	for _, w := range x.size[info.Size()] {
		if os.SameFile(info, w.in.Info) {
			return w, false
		}
	}
	return nil, false
}

// refuseInputs finds outputs that are inputs. An input that an earlier run made as an
// output of another input is not meant as an input: it is left out.
func (p *Plan) refuseInputs(c *conflicts) {
	inputs := p.indexInputs()
	out := map[*Work]bool{}
	for _, w := range p.Works {
		for _, o := range w.Outputs {
			hit, itself := inputs.find(o.Path)
			switch {
			case hit == nil:
			case hit != w && itself && p.madeHere(o.Path):
				out[hit] = true
			case hit == w:
				c.add("%s would be replaced by its own output", w.Input)
			default:
				c.add("%s, the output of %s, is the input %s", o.Path, w.Input, hit.Input)
			}
		}
	}
	kept := p.Works[:0]
	for _, w := range p.Works {
		if !out[w] {
			kept = append(kept, w)
		}
	}
	p.LeftOut = len(p.Works) - len(kept)
	p.Works = kept
}

// errIsDirectory stands in place of an output where there is a directory.
var errIsDirectory = errors.New("is a directory")
