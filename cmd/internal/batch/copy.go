package batch

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
)

// asFile returns the file that a Config was checked to have.
func asFile(w io.Writer) *os.File { return w.(*os.File) }

// stream shows what running items have printed since the last time: the first in line,
// or all by lines. Call it every now and then: nothing tells when a process writes
// to a file.
func (p *printer) stream() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Ordered {
		if j, ok := p.running[p.next]; ok {
			p.show(j, p.Lines || p.Tag)
		}
		return p.err
	}
	for _, first := range slices.Sorted(maps.Keys(p.running)) {
		p.show(p.running[first], p.Lines || p.Tag)
	}
	return p.err
}

// show writes what was not shown of a job, or only the lines that are complete.
func (p *printer) show(j *job, lines bool) {
	p.copy(p.Stdout, &j.streams.Out, &j.out, j.streams.Out.Size(), j.it.Tag, lines)
	p.copy(p.Stderr, &j.streams.Err, &j.err, j.streams.Err.Size(), j.it.Tag, lines)
}

// copy writes what r has from where it was shown up to an end. A line that is longer than
// the buffer counts as complete.
func (p *printer) copy(w io.Writer, r io.ReaderAt, at *shown, end int64, tag string, lines bool) {
	for p.err == nil && at.off.Load() < end {
		from := at.off.Load()
		n, err := r.ReadAt(p.buf[:min(int64(len(p.buf)), end-from)], from)
		if err != nil && err != io.EOF {
			p.keepError(err)
			return
		}
		text := p.buf[:n]
		if i := bytes.LastIndexByte(text, '\n'); lines && (i >= 0 || n < len(p.buf)) {
			text = text[:i+1]
		}
		if len(text) == 0 {
			return
		}
		p.write(w, at, text, tag)
		at.off.Store(from + int64(len(text)))
	}
}

// write writes text, with the item's tag before each line.
func (p *printer) write(w io.Writer, at *shown, text []byte, tag string) {
	p.hide()
	p.midLine = text[len(text)-1] != '\n'
	if p.Tag {
		p.tagged = at.tag(p.tagged[:0], text, tag)
		text = p.tagged
	}
	if _, err := w.Write(text); err != nil {
		p.err = fmt.Errorf("what the %s printed cannot be shown: %w", p.What, err)
	}
}

// tag appends text with a tag and a tab before each line; as in GNU parallel, a carriage
// return ends one too.
func (s *shown) tag(b, text []byte, tag string) []byte {
	for _, c := range text {
		if s.last == 0 || s.last == '\n' || s.last == '\r' {
			b = append(append(b, tag...), '\t')
		}
		b = append(b, c)
		if s.last = c; c == 0 {
			s.last = ' ' // 0 is the beginning
		}
	}
	return b
}
