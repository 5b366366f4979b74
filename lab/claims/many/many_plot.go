package many

import (
	"github.com/skua-go/skua/lab"
)

func plot(t *lab.Table) []lab.Figure {
	at := t.Where("costs", standard)
	return []lab.Figure{
		speedupFigure(at, forks, "Speed-up of forks and loops, by processors"),
		speedupFigure(at, spawns, "Speed-up of spawned tasks, by processors"),
		timeFigure(at, deques, "Time for all items of one deque, by thieves", "thieves", 1,
			"An item is 100 ns of work, and 20 ns of its owner's before that: without any gain from thieves a line is flat."),
		timeFigure(at, delays, "Forks among thieves, and the start of the last worker, by processors", "processors", 0,
			"owner: the time of tiny forks while all others look for work; ramp: until the last worker of an idle pool runs."),
		sensitivity(t),
	}
}

// speedupFigure has a line for each program of a kind, and P itself.
func speedupFigure(t *lab.Table, k kind, title string) lab.Figure {
	f := lab.Figure{Title: title, X: "processors", Y: "speed-up", LogX: true, LogY: true, Kind: lab.Lines,
		Note: "A program with too little work for its span leaves the dashed line where that begins to matter."}
	ideal := lab.Series{Name: "ideal", Dashed: true}
	for _, n := range t.Values("processors") {
		ideal.X, ideal.Y = append(ideal.X, n), append(ideal.Y, n)
	}
	for _, p := range programs {
		if p.kind == k {
			xs, ys := t.Where("program", p.name).Pairs("processors", "speedup")
			f.Series = append(f.Series, lab.Series{Name: p.name, X: xs, Y: ys})
		}
	}
	f.Series = append(f.Series, ideal)
	return f
}

// timeFigure has a line for each program of a kind, at its processors less the given number.
func timeFigure(t *lab.Table, k kind, title, x string, less float64, note string) lab.Figure {
	f := lab.Figure{Title: title, X: x, Y: "virtual time, µs", LogX: true, LogY: true, Kind: lab.Lines, Note: note}
	for _, p := range programs {
		if p.kind != k {
			continue
		}
		s := lab.Series{Name: p.name}
		xs, ys := t.Where("program", p.name).Pairs("processors", "microseconds")
		for i := range xs {
			if n := xs[i] - less; n > 0 {
				s.X, s.Y = append(s.X, n), append(s.Y, ys[i])
			}
		}
		f.Series = append(f.Series, s)
	}
	return f
}

// sensitivity has bars for the programs that also run with other costs. The standard ones are there for
// the same number of processors.
func sensitivity(t *lab.Table) lab.Figure {
	f := lab.Figure{Title: "Speed-up with other costs", Y: "speed-up", Kind: lab.Bars,
		Note: "One cost is changed at a time. A bar that is far from the standard one says what a program's speed-up depends on."}
	for _, name := range sensitive {
		of, changed := t.Where("program", name), &lab.Table{}
		for _, c := range others {
			for _, r := range of.Where("costs", c.name).Rows {
				changed.Add(r)
			}
		}
		both := &lab.Table{Columns: t.Columns}
		if n := changed.Values("processors"); len(n) > 0 {
			both.Rows = append(of.Where("costs", standard).Where("processors", n[len(n)-1]).Rows, changed.Where("processors", n[len(n)-1]).Rows...)
		}
		f.Series = append(f.Series, lab.MedianBars(both, name, "costs", "speedup"))
	}
	return f
}
