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

// copy writes what r has from where it was shown up to an end, or to that of the last line before it.
// NOT: a line that is longer than the buffer as if it were complete. Lines of other items would stand in it.
func (p *printer) copy(w io.Writer, r io.ReaderAt, at *shown, end int64, tag string, lines bool) {
	if lines {
		end = p.lastLine(r, at, end)
	}
	for p.err == nil && at.off.Load() < end {
		from := at.off.Load()
		text := p.read(r, from, end)
		if len(text) == 0 {
			return
		}
		p.write(w, at, text, tag)
		at.off.Store(from + int64(len(text)))
	}
}

// lastLine returns where the last line before an end ends, searching each byte once; if no line ends
// it returns where the stream was shown.
func (p *printer) lastLine(r io.ReaderAt, at *shown, end int64) int64 {
	shown := at.off.Load()
	last := shown
	for from := max(shown, at.searched); from < end; from = at.searched {
		text := p.read(r, from, end)
		if len(text) == 0 {
			break
		}
		if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
			last = from + int64(i) + 1
		}
		at.searched = from + int64(len(text))
	}
	return last
}

// read returns the next bytes of r before an end, at most a buffer of them.
func (p *printer) read(r io.ReaderAt, from, end int64) []byte {
	n, err := r.ReadAt(p.buf[:min(int64(len(p.buf)), end-from)], from)
	if err != nil && err != io.EOF {
		p.keepError(err, nil)
		return nil
	}
	return p.buf[:n]
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
