package account

import (
	"slices"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/trace"
)

const (
	momentLen  = 10_000_000 // nanoseconds
	momentKeep = 3
	momentMost = 2_000 // events
)

// moments keeps the raw events of the stretches of time in which places idled most.
type moments struct {
	from    int64
	idle    float64 // gauge.idle when it began
	present []raw
	kept    []moment // the worst first
}

type moment struct {
	from, to int64
	idle     float64
	events   []raw
}

type raw struct {
	event.Event
	line int32
	mode event.Mode
}

func (m *moments) add(a *Account, l *line, e *event.Event) {
	if len(m.present) < momentMost {
		r := raw{*e, int32(l.id), l.mode}
		r.At = a.now
		m.present = append(m.present, r)
	}
}

// advance ends the present moment if it is long enough.
func (m *moments) advance(a *Account, _, to int64) {
	if to-m.from < momentLen {
		return
	}
	idle := a.gauge.idle - m.idle
	if len(m.present) > 0 && idle > 0 {
		m.keep(moment{m.from, min(to, m.from+momentLen), idle, m.present})
	} else {
		m.present = m.present[:0]
	}
	m.from, m.idle = to, a.gauge.idle
}

// keep keeps n if it is among the worst, and takes another one's room for what comes.
func (m *moments) keep(n moment) {
	at := slices.IndexFunc(m.kept, func(o moment) bool { return n.idle > o.idle })
	switch {
	case len(m.kept) < momentKeep && at < 0:
		m.kept = append(m.kept, n)
		m.present = nil
	case at < 0:
		m.present = n.events[:0]
	default:
		m.kept = slices.Insert(m.kept, at, n)
		m.present = nil
		if len(m.kept) > momentKeep {
			m.present = m.kept[momentKeep].events[:0]
			m.kept = m.kept[:momentKeep]
		}
	}
}

// count returns how many events are kept.
func (m *moments) count() (n int64) {
	n = int64(len(m.present))
	for _, k := range m.kept {
		n += int64(len(k.events))
	}
	return n
}

func (m *moments) report(a *Account, index []int) (out []trace.Moment) {
	all := append(slices.Clone(m.kept), moment{m.from, a.now, a.gauge.idle - m.idle, m.present})
	for _, k := range all {
		t := trace.Moment{From: seconds(k.from), To: seconds(k.to), Idle: k.idle / 1e9}
		for _, r := range k.events {
			site := -1
			if i := a.known(r.Site); i > 0 {
				site = index[i]
			}
			t.Events = append(t.Events, trace.Raw{
				At: seconds(r.At), Line: int(r.line), Kind: r.Kind.String(), Mode: r.mode.String(),
				Site: site, Ref: r.Ref, N: r.N,
			})
		}
		if len(t.Events) > 0 {
			out = append(out, t)
		}
	}
	slices.SortFunc(out, func(x, y trace.Moment) int { return int(1e9 * (x.From - y.From)) })
	return out
}
