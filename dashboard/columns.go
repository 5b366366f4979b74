package dashboard

import "github.com/skua-go/skua/trace"

// columns fills in what the report says of columns of time, in at most the given number of them:
// each stands for as many columns of the report.
func (f *Frame) columns(r *trace.Report, most int) {
	each := max(1, (r.Columns.Count+most-1)/most)
	n := (r.Columns.Count + each - 1) / each
	f.Columns = trace.Columns{From: round(r.Columns.From, 6), Width: r.Columns.Width * float64(each), Count: n}
	f.Series = Series{
		Work: make([]float64, n), Over: make([]float64, n), Search: make([]float64, n),
		Held: make([]float64, n), Ready: make([]float64, n),
	}
	for i := range r.Lines {
		cells := make([]byte, n)
		for k := range n {
			total := f.length(k)
			m := gather(r.Lines[i].Columns, k*each, each)
			cells[k] = cell(m, total)
			f.Series.add(k, m, total)
		}
		if i < len(f.Lines) {
			f.Lines[i].Cells = string(cells)
		}
	}
	for k := range n {
		f.Series.Ready[k] = f.ready(r, k, each)
	}
	f.Series.round()
}

// length is how many seconds of column k have passed.
func (f *Frame) length(k int) float64 {
	begin := f.Columns.From + float64(k)*f.Columns.Width
	return max(1e-9, min(f.Columns.Width, f.Seconds-begin))
}

// gather adds up the columns [from, from+n).
func gather(columns []trace.ModeSeconds, from, n int) (sum [len(Modes)]float64) {
	for k := from; k < min(from+n, len(columns)); k++ {
		for m, s := range inOrder(columns[k]) {
			sum[m] += s
		}
	}
	return sum
}

// ready is how many tasks waited on average in column k, which stands for each columns of r.
func (f *Frame) ready(r *trace.Report, k, each int) float64 {
	sum, weight := 0.0, 0.0
	for j := k * each; j < min((k+1)*each, len(r.Ready)); j++ {
		begin := r.Columns.From + float64(j)*r.Columns.Width
		w := max(1e-9, min(r.Columns.Width, r.Seconds-begin))
		sum, weight = sum+w*r.Ready[j], weight+w
	}
	if weight == 0 {
		return 0
	}
	return sum / weight
}

// add counts one worker.
func (s *Series) add(k int, m [len(Modes)]float64, total float64) {
	s.Work[k] += m[0] / total
	s.Over[k] += m[1] / total
	s.Search[k] += m[2] / total
	s.Held[k] += (m[4] + m[5] + m[6] + m[7]) / total
}

func (s *Series) round() {
	for _, values := range [][]float64{s.Work, s.Over, s.Search, s.Held, s.Ready} {
		for k, v := range values {
			values[k] = digits(round(v, 2))
		}
	}
}
