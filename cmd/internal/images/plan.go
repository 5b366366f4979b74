package images

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/picture"
	"github.com/skua-go/skua/par"
)

// Options say what a Plan makes of its inputs.
type Options struct {
	Spec   *picture.Spec
	Out    string    // the directory of the outputs; "" puts them beside the inputs
	Name   *Template // of an output, below its directory
	Force  bool      // what is up to date is made again
	Budget int64     // a picture that needs more memory is refused; 0: none is
}

// A Plan is what a run will do: it was looked at as a whole before anything starts.
type Plan struct {
	Works   []*Work // in the order of the inputs; also those that are up to date, or have Err
	LeftOut int     // inputs that an earlier run has made as outputs of other inputs
	Current int     // works that are up to date

	options Options
	places  places
	ledgers *ledgers
}

// NewPlan reads the header of every input, on pool, and decides what becomes of it. An
// input of which nothing can be made is a Work with Err. Two outputs of one name, and
// outputs that are inputs, are an error.
func NewPlan(ctx context.Context, pool *skua.Pool, inputs []Input, o Options) (*Plan, error) {
	if err := o.Spec.Check(); err != nil {
		return nil, reason(err)
	}
	o.Out = direct(o.Out)
	p := &Plan{options: o, places: places{}, ledgers: &ledgers{}}
	p.Works = make([]*Work, len(inputs))
	err := par.ForErr(ctx, len(inputs), func(_ context.Context, i int) error {
		p.Works[i] = p.work(inputs[i])
		return nil
	}, par.On(pool))
	if err != nil {
		return nil, err
	}
	var c conflicts
	p.refuseInputs(&c)
	p.refuseSame(&c)
	if err := c.err(); err != nil {
		return nil, err
	}
	return p, p.findCurrent(ctx, pool)
}

// findCurrent marks what is up to date.
func (p *Plan) findCurrent(ctx context.Context, pool *skua.Pool) error {
	err := par.ForEachErr(ctx, p.Works, func(_ context.Context, w *Work) error {
		w.current = !p.options.Force && w.Err == nil && w.hasOutputs()
		return nil
	}, par.On(pool))
	for _, w := range p.Works {
		if w.current {
			p.Current++
		}
	}
	return err
}

// work decides what becomes of one input.
func (p *Plan) work(in Input) *Work {
	w := &Work{Input: in.Path, Spec: p.options.Spec, Err: in.Err, in: in, ledgers: p.ledgers}
	if w.Err == nil {
		w.Err = w.readHeader()
	}
	if w.Err == nil {
		w.Err = p.name(w)
	}
	if w.Err != nil {
		w.Outputs = nil
		return w
	}
	w.memory = w.Header.Memory(w.Spec) + in.Info.Size()
	if max := p.options.Budget; max > 0 && w.memory > max {
		w.Err = fmt.Errorf("%dx%d, in a file of %s, need about %s of memory, and %s are left for pictures: raise --memory",
			w.Header.Width, w.Header.Height, Bytes(in.Info.Size()), Bytes(w.memory), Bytes(max))
	}
	return w
}

// name gives every output its path. Sizes that make the same picture of the same name, as
// 1440> and 720> of one that is smaller, are made once.
func (p *Plan) name(w *Work) error {
	planned, err := w.Spec.Plan(w.Header)
	if err != nil {
		return reason(err)
	}
	var kept []picture.Geometry
	for i, out := range planned {
		size := geometry(w.Spec, i)
		path, err := p.path(w, out, size)
		if err != nil {
			return err
		}
		o := Output{Path: path, Width: out.Width, Height: out.Height}
		if !slices.Contains(w.Outputs, o) {
			w.Outputs, kept = append(w.Outputs, o), append(kept, size)
		}
	}
	if len(kept) < len(planned) {
		spec := *w.Spec
		spec.Sizes = kept
		w.Spec = &spec
	}
	for i := range w.Outputs {
		w.Outputs[i].key = w.keyOf(i)
	}
	return nil
}

func geometry(s *picture.Spec, i int) picture.Geometry {
	if len(s.Sizes) == 0 {
		return picture.Geometry{}
	}
	return s.Sizes[i]
}

// path is that of one output.
func (p *Plan) path(w *Work, out picture.Output, size picture.Geometry) (string, error) {
	name, err := p.options.Name.Make(&Name{
		Name: stem(w.Input),
		File: filepath.Base(w.Input),
		Dir:  directoryName(w.Input),
		Ext:  strings.TrimPrefix(out.Format.Ext(), "."),
		Size: sizeName(size),
		W:    fmt.Sprint(out.Width),
		H:    fmt.Sprint(out.Height),
	})
	if err != nil {
		return "", err
	}
	if p.options.Out == "" {
		return filepath.Join(filepath.Dir(w.Input), name), nil
	}
	return filepath.Join(p.options.Out, w.in.Below, name), nil
}

// directoryName is the name of the directory that a file is in.
func directoryName(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if name := filepath.Base(filepath.Dir(path)); name != string(filepath.Separator) {
		return name
	}
	return "root"
}

// sizeName is a geometry without the marks that a shell or a URL would take for their own.
func sizeName(g picture.Geometry) string {
	name := strings.ReplaceAll(strings.TrimRight(g.String(), "!<>^@"), "%", "pct")
	if name == "" {
		return "same"
	}
	return name
}

// madeHere tells whether an earlier run made what path leads to.
func (p *Plan) madeHere(path string) bool {
	return p.ledgers.of(filepath.Dir(path)).has(filepath.Base(path), "")
}

// Begin makes the directory of the outputs, and removes what runs that were killed left in
// the directories of this one. It fails if no output could be written.
func (p *Plan) Begin() error {
	if out := p.options.Out; out != "" {
		t, err := writeTemp(out, nil)
		if err != nil {
			if target, linked := os.Readlink(out); linked == nil && errors.Is(err, fs.ErrExist) {
				return fmt.Errorf("cannot write into %s: it is a link to %s, which is not there", out, target)
			}
			return fmt.Errorf("cannot write into %s: %w", out, bare(err))
		}
		t.remove()
	}
	dirs := map[string]bool{}
	for _, w := range p.Works {
		for _, out := range w.Outputs {
			if dir := filepath.Dir(out.Path); !dirs[dir] {
				dirs[dir] = true
				sweep(dir)
			}
		}
	}
	return nil
}

// End shortens the ledgers that have grown.
func (p *Plan) End() error {
	var errs []error
	p.ledgers.each(func(l *ledger) { errs = append(errs, l.compact()) })
	return errors.Join(errs...)
}
