package remote

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/skua-go/skua/cmd/internal/files"
)

// A source is a file with a content that items under way need.
type source struct {
	path  string
	items int
}

// A wanting is a content that the host lacks, and the item that it is sent for.
type wanting struct {
	call *call
	ref  files.Ref
}

// know notes where the contents of a plan are. The caller holds mu.
func (h *Host) know(p *files.Plan) {
	h.inputs += len(p.Inputs)
	for _, in := range p.Inputs {
		s := h.sources[in.Sum]
		if s == nil {
			s = &source{path: in.Path}
			h.sources[in.Sum] = s
		}
		s.items++
	}
}

// forget takes know back.
func (h *Host) forget(p *files.Plan) {
	h.inputs -= len(p.Inputs)
	for _, in := range p.Inputs {
		if s := h.sources[in.Sum]; s != nil {
			if s.items--; s.items == 0 {
				delete(h.sources, in.Sum)
			}
		}
	}
}

// want notes that the host lacks a content, which must be an input of an item that it has.
func (h *Host) want(c *call, ref files.Ref) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.sources[ref.Sum]
	if s == nil {
		return fmt.Errorf("it asks for a content that it has no business with: %q", ref.Sum)
	}
	if len(h.wants) > 2*h.inputs { // a store that is too small may lose one content while more come
		return errors.New("it asks for contents without end")
	}
	ref.Path = s.path // ours
	for _, in := range c.plan.Inputs {
		if in.Sum == ref.Sum {
			ref.Path = in.Path
		}
	}
	h.wants = append(h.wants, wanting{c, ref})
	if !h.sending {
		h.sending = true
		go h.supply()
	}
	return nil
}

// supply sends what is wanted, one content after the other, so that the first item has its files
// soon. It ends when nothing is wanted.
func (h *Host) supply() {
	buf := make([]byte, chunk)
	for {
		h.mu.Lock()
		if len(h.wants) == 0 {
			h.sending = false
			h.mu.Unlock()
			return
		}
		w := h.wants[0]
		h.wants = h.wants[1:]
		h.mu.Unlock()
		if err := h.sendContent(w, buf); err != nil {
			h.config.Planner.Forget(w.ref.Path)
			h.link.send(missing, 0, refusal{w.ref.Sum, err.Error()})
		}
	}
}

// sendContent sends a file. The host checks that it is the content that was announced.
func (h *Host) sendContent(w wanting, buf []byte) error {
	f, err := os.Open(w.ref.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := h.link.send(content, 0, w.ref); err != nil {
		return err
	}
	n := int64(0)
	for n < w.ref.Size {
		m, err := io.ReadFull(f, buf[:min(int64(len(buf)), w.ref.Size-n)])
		if m > 0 {
			h.link.send(data, 0, append([]byte(nil), buf[:m]...))
			n += int64(m)
		}
		if err != nil {
			return fmt.Errorf("%s changed while it was sent", w.ref.Path)
		}
	}
	w.call.sent.Add(n)
	return h.link.send(end, 0, nil)
}
