package images

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/skua-go/skua/cmd/internal/picture"
)

// A Work is one input and the outputs to make of it: the payload of an item. It is made
// by a Plan and does not change. Read and Save touch files of this machine; a host that
// works elsewhere sends what Read returns together with Spec, and passes what came
// back to Save.
type Work struct {
	Input   string // its path
	Outputs []Output
	Spec    *picture.Spec
	Header  picture.Header
	Err     error // why it cannot be done, known before the start

	in      Input
	memory  int64
	current bool // all outputs are up to date
	ledgers *ledgers
}

// An Output is a file to be made: one for each size of the Spec.
type Output struct {
	Path          string
	Width, Height int
	key           string // how it is made: in the ledger
}

var errChanged = errors.New("was changed after the start")

// Run makes the outputs on this machine, on the pool of the task that calls it. It
// returns what the user should know of them, if anything. ctx ends it between its steps.
func (w *Work) Run(ctx context.Context) (note string, err error) {
	defer func() {
		if p := recover(); p != nil {
			note, err = "", fmt.Errorf("making it panicked: %v", p)
		}
	}()
	data, err := w.Read()
	if err != nil {
		return "", err
	}
	made, err := w.Spec.Make(ctx, data)
	if err != nil {
		return "", reason(err)
	}
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	_, err = w.Save(made)
	return made[0].Note, err
}

// Read returns the content of the input. It is an error if the input is not the file any
// more that the plan has seen.
func (w *Work) Read() ([]byte, error) {
	if w.Err != nil {
		return nil, w.Err
	}
	f, info, err := openRegular(w.Input, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() != w.in.Info.Size() || !info.ModTime().Equal(w.in.Info.ModTime()) {
		return nil, errChanged
	}
	return readWhole(f, info)
}

// readHeader reads as much of the input as tells what it is.
func (w *Work) readHeader() error {
	f, _, err := openRegular(w.Input, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	w.Header, err = picture.ReadHeader(io.Reader(f))
	return reason(err)
}

// recipe is raised when the same input and the same Spec give other outputs than in the
// version before.
const recipe = 2

// keyOf is the hash of how output i is made: of its part of the Spec, and of the place, size
// and time of the input. Limits are no part of it.
func (w *Work) keyOf(i int) string {
	spec := *w.Spec
	spec.MaxPixels, spec.Sizes = 0, nil
	if i < len(w.Spec.Sizes) {
		spec.Sizes = w.Spec.Sizes[i : i+1]
	}
	text, err := json.Marshal(&spec)
	if err != nil {
		panic("images: " + err.Error()) // it is plain data
	}
	info := w.in.Info
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %q %d %d", recipe, text,
		placeFrom(w.Outputs[i].Path, w.Input), info.Size(), info.ModTime().UnixNano()))
	return hex.EncodeToString(sum[:12])
}

// placeFrom is the path that leads from the directory of an output to its input: it stays
// the same if both are moved together, and tells a/x.jpg from b/x.jpg. Their names alone do
// not, and pictures that are not compressed often have one size, and unpacked ones one time.
func placeFrom(output, input string) string {
	in, err := filepath.Abs(input)
	if err != nil {
		return input
	}
	out, err := filepath.Abs(filepath.Dir(output))
	if err != nil {
		return in
	}
	if rel, err := filepath.Rel(out, in); err == nil {
		return filepath.ToSlash(rel)
	}
	return in // on another drive of Windows
}

// UpToDate tells whether the plan found the outputs to be what Run would make.
func (w *Work) UpToDate() bool { return w.current }

// hasOutputs tells whether all outputs are what Run would make.
func (w *Work) hasOutputs() bool {
	for _, out := range w.Outputs {
		dir, name := filepath.Split(out.Path)
		if !w.ledgers.of(filepath.Clean(dir)).has(name, out.key) {
			return false
		}
	}
	return len(w.Outputs) > 0
}

// reason is err without the name of the package, which means nothing to a user.
func reason(err error) error {
	if err == nil {
		return nil
	}
	if text, ok := strings.CutPrefix(err.Error(), "picture: "); ok {
		return &worded{text, err}
	}
	return err
}

// worded is an error that is printed in other words.
type worded struct {
	text string
	err  error
}

func (e *worded) Error() string { return e.text }
func (e *worded) Unwrap() error { return e.err }
