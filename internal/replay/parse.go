package replay

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/skua-go/skua/internal/event"
)

// recording is what a file says.
type recording struct {
	program string
	workers map[int]int          // of each pool
	lists   map[int][]*Take      // of each worker, by the numbers of the takes
	kinds   map[int]home         // of each worker
	sites   map[event.Site]*site // of the program
	places  map[Place]*spot      // outside of tasks
	byID    map[[2]int]*Take     // worker and number
	unsure  []Place              // that another run may have in another order
	gone    map[Place]bool       // calls that did not come in
	stops   map[Place]int64      // loops that others stopped, and the last event of the take when they had ended
	names   map[int]string       // of sites
	last    map[int]int64        // the last event of each site that was taken
	whole   bool                 // nothing was inside where it ends
	closed  bool                 // the run had come to its end there: it was not ended from outside
	ends    []*Take              // those of which the end is recorded, in that order
	lines   int
	left    int // takes that have not begun
}

// home is where a worker is.
type home struct {
	pool     int
	resident bool
}

// maxLine is the longest line that a file may have: a call site with its path.
const maxLine = 1 << 16

// parse reads a file. An error names the line and what is allowed there.
func parse(in io.Reader) (*recording, error) {
	r := &recording{
		workers: map[int]int{}, lists: map[int][]*Take{}, kinds: map[int]home{}, sites: map[event.Site]*site{},
		places: map[Place]*spot{}, byID: map[[2]int]*Take{}, names: map[int]string{}, last: map[int]int64{}, gone: map[Place]bool{},
		stops: map[Place]int64{},
	}
	lines := bufio.NewReaderSize(in, maxLine)
	for {
		raw, err := lines.ReadSlice('\n')
		if err == io.EOF && len(raw) == 0 {
			break
		}
		r.lines++
		switch {
		case err == io.EOF:
			return nil, r.wrong("the file ends in the middle of this line: it was cut off", "lines that end")
		case err != nil:
			return nil, r.wrong("it cannot be read, or is too long: "+err.Error(), fmt.Sprintf("%d bytes at most", maxLine))
		}
		if err := r.line(strings.TrimSuffix(string(raw), "\n")); err != nil {
			return nil, err
		}
	}
	return r, r.check()
}

func (r *recording) wrong(what, want string) error {
	return fmt.Errorf("line %d: %s; allowed: %s", r.lines, what, want)
}

// grammar says what lines there are.
const grammar = "pool N workers N | site N FILE:LINE FUNCTION | worker N pool N guest|resident | " +
	"W.T call|fork|task W.T.E [after N] | W.T range W.T.E LO HI [after N] | W.T end N [cut|stopped] | W.T stop E E | unsure W.T.E | gone W.T.E | quiet | closed"

// line reads one line.
func (r *recording) line(text string) error {
	switch r.lines {
	case 1:
		if text != format {
			return r.wrong(fmt.Sprintf("%.80q", text), fmt.Sprintf("%q, as SKUA_RECORD writes it", format))
		}
		return nil
	case 2:
		var ok bool
		if r.program, ok = strings.CutPrefix(text, "program "); !ok {
			return r.wrong(fmt.Sprintf("%.80q", text), `"program" and which it is`)
		}
		return nil
	}
	if r.words(text, strings.Split(text, " ")) {
		return nil
	}
	return r.wrong(fmt.Sprintf("%.80q", text), grammar)
}

// words reads the words of a line, and reports whether they are one.
func (r *recording) words(text string, w []string) (ok bool) {
	if r.closed {
		return false
	}
	r.closed = text == "closed" && r.whole
	r.whole = text == "quiet" || r.closed
	switch w[0] {
	case "quiet", "closed":
		return r.whole
	case "unsure":
		p, ok := Place{}, len(w) == 2
		if ok {
			p, ok = parsePlace(w[1])
		}
		r.unsure = append(r.unsure, p)
		return ok
	case "gone":
		p, ok := Place{}, len(w) == 2
		if ok {
			p, ok = parsePlace(w[1])
		}
		r.gone[p] = true
		if p.outside() {
			r.last[p.Take] = max(r.last[p.Take], p.Event)
		}
		return ok
	case "pool":
		if len(w) == 4 && w[2] == "workers" {
			number, ok := count(w[1])
			size, ok2 := count(w[3])
			_, twice := r.workers[number]
			r.workers[number] = size
			return ok && ok2 && !twice
		}
	case "worker":
		if len(w) == 5 && w[2] == "pool" && (w[4] == "guest" || w[4] == "resident") {
			number, ok := count(w[1])
			pool, ok2 := count(w[3])
			_, twice := r.kinds[number]
			_, there := r.workers[pool]
			r.kinds[number] = home{pool, w[4] == "resident"}
			return ok && ok2 && !twice && there && number > 0
		}
	case "site":
		return r.site(text)
	default:
		return len(w) >= 3 && r.take(w)
	}
	return false
}

// count reads a number that is not below zero.
func count(text string) (n int, ok bool) {
	v, ok := numbers(text, 1)
	if !ok {
		return 0, false
	}
	return int(v[0]), true
}

// site reads where calls come from: "site N FILE:LINE FUNCTION". A file's name may have spaces.
func (r *recording) site(text string) bool {
	rest := strings.TrimPrefix(text, "site ")
	number, rest, _ := strings.Cut(rest, " ")
	last := strings.LastIndexByte(rest, ' ')
	if last < 0 {
		return false
	}
	at, function := rest[:last], rest[last+1:]
	colon := strings.LastIndexByte(at, ':')
	n, ok := count(number)
	if !ok || n != len(r.sites)+1 || colon < 0 {
		return false
	}
	line, ok := count(at[colon+1:])
	r.names[n] = at
	r.sites[event.Site{File: at[:colon], Line: line, Function: function}] = &site{number: n}
	return ok && len(r.sites) == n
}

// take reads a line that begins with the name of a take: its beginning or its end.
func (r *recording) take(w []string) bool {
	id, ok := numbers(w[0], 2)
	if !ok {
		return false
	}
	worker, number := int(id[0]), int(id[1])
	switch w[1] {
	case "end":
		return r.end(r.byID[[2]int{worker, number}], w[2:])
	case "stop":
		return r.stop(worker, number, w[2:])
	}
	t := &Take{Worker: worker, Number: number, events: -1, line: r.lines}
	if _, known := r.kinds[worker]; !known || number != len(r.lists[worker])+1 {
		return false
	}
	if !t.parse(w[1:]) || !r.place(t) {
		return false
	}
	r.lists[worker] = append(r.lists[worker], t)
	r.byID[[2]int{worker, number}] = t
	r.left++
	return true
}

// parse reads what t is.
func (t *Take) parse(w []string) (ok bool) {
	kind := -1
	for k, name := range kindNames {
		if name == w[0] {
			kind = k
		}
	}
	if kind < 0 {
		return false
	}
	t.Kind = Kind(kind)
	if t.From, ok = parsePlace(w[1]); !ok {
		return false
	}
	if w = w[2:]; t.Kind == Range {
		var err [2]error
		if len(w) < 2 {
			return false
		}
		t.Lo, err[0] = strconv.Atoi(w[0])
		t.Hi, err[1] = strconv.Atoi(w[1])
		if errors.Join(err[:]...) != nil || t.Lo >= t.Hi {
			return false
		}
		w = w[2:]
	}
	if len(w) == 2 && w[0] == "after" {
		t.After, ok = count(w[1])
		return ok
	}
	return len(w) == 0
}

// place notes at its place that t was taken.
func (r *recording) place(t *Take) bool {
	p := t.From
	if p.outside() {
		s := r.places[p]
		if s != nil || t.Kind != Call && t.Kind != Task || p.Take < 1 || p.Take > len(r.sites) {
			return false
		}
		r.places[p] = &spot{p.Event, []*Take{t}}
		r.last[p.Take] = max(r.last[p.Take], p.Event)
		return true
	}
	from := r.byID[[2]int{p.Worker, p.Take}]
	if from == nil || p.Event == 0 && (t.Kind != Range || from.Kind != Range) {
		return false
	}
	s := r.places[p]
	if s == nil {
		s = &spot{event: p.Event}
		r.places[p] = s
	} else if t.Kind != Range || s.takes[0].Kind != Range {
		return false // P2
	}
	s.takes = append(s.takes, t)
	return true
}

// end reads how a take ended.
func (r *recording) end(t *Take, w []string) (ok bool) {
	if t == nil || t.events >= 0 {
		return false
	}
	n, ok := count(w[0])
	t.events, t.ended = int64(n), r.lines
	r.ends = append(r.ends, t)
	t.cut = len(w) == 2 && w[1] == "cut"
	t.stopped = len(w) == 2 && w[1] == "stopped"
	return ok && (len(w) == 1 || t.cut || t.stopped)
}

// stop reads which event of a take was a loop that was stopped, and the take's last event when
// that had ended.
func (r *recording) stop(worker, number int, w []string) (ok bool) {
	if len(w) != 2 || r.byID[[2]int{worker, number}] == nil {
		return false
	}
	loop, ok := count(w[0])
	last, ok2 := count(w[1])
	at := Place{worker, number, int64(loop)}
	_, twice := r.stops[at]
	r.stops[at] = int64(last)
	return ok && ok2 && !twice && 0 < loop && loop <= last
}
