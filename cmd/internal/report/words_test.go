package report

import (
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"github.com/skua-go/skua/lab"
)

func TestNumber(t *testing.T) {
	for want, x := range map[string]float64{
		"0": 0, "7": 7, "1234": 1234, "12,345": 12345, "-12,345": -12345, "1,234,568": 1234567.5,
		"0.0123": 0.012345, "53.1": 53.14, "1.50·10¹³": 1.5e13 + 0.5, "2.00·10⁻⁷": 2e-7,
	} {
		if got := number(x); got != want {
			t.Errorf("number(%v) = %q, want %q", x, got, want)
		}
	}
	if got := values([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 100000}); got != "1, 2, 3, 4, 5, 6, …, 12, 13, 100,000" {
		t.Errorf("many values are %q", got)
	}
}

// TestTicks has the labels of axes over some data.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		log, bars bool
		data      []float64
		want      string
	}{
		{false, false, []float64{0, 350}, "0 100 200 300 400"},
		{false, true, []float64{101, 402}, "0 100 200 300 400 500"},
		{false, false, []float64{2.31, 2.44}, "2.30 2.35 2.40 2.45"},
		{false, false, []float64{-3, 3}, "-3 -2 -1 0 1 2 3"},
		{false, false, []float64{0, 60000}, "0 10,000 20,000 30,000 40,000 50,000 60,000"},
		{false, false, []float64{0, 2e8}, "0 5·10⁷ 1·10⁸ 1.5·10⁸ 2·10⁸"},
		{true, false, []float64{16, 256, 1 << 20}, "16 64 256 1024 2¹² 2¹⁴ 2¹⁶ 2¹⁸ 2²⁰"},
		{true, false, []float64{3, 200000}, "10 100 10³ 10⁴ 10⁵"},
		{true, false, []float64{3, 70}, "5 10 20 50"},
		{true, true, []float64{0.63, 31000}, "0.1 1 10 100 1000 10,000"},
	} {
		p := plot.New()
		scale(&p.Y, c.log, c.bars, c.data)
		var got []string
		for _, tick := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
			if tick.Label != "" && p.Y.Min <= tick.Value && tick.Value <= p.Y.Max {
				got = append(got, tick.Label)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v: the ticks are %q from %v to %v, want %q", c.data, got, p.Y.Min, p.Y.Max, c.want)
		}
		for _, v := range c.data {
			if v < p.Y.Min || v > p.Y.Max {
				t.Errorf("%v: %v is not between %v and %v", c.data, v, p.Y.Min, p.Y.Max)
			}
		}
	}
}

func TestScripts(t *testing.T) {
	got := setScripts("<text>10⁻⁵ log₂ k</text>")
	want := `<text>10<tspan dy="-.45em" font-size="70%">-5</tspan><tspan dy=".315em">` + "\u00a0" + `log</tspan>` +
		`<tspan dy=".25em" font-size="70%">2</tspan><tspan dy="-.175em">` + "\u00a0" + `k</tspan></text>`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestLegendRows(t *testing.T) {
	long := strings.Repeat("long ", 12)
	f := lab.Figure{Series: []lab.Series{{Name: "a"}, {Name: long}, {Name: long}, {Name: "b"}}}
	if rows := legendRows(f); len(rows) != 2 || len(rows[0]) != 2 || len(rows[1]) != 2 {
		t.Errorf("the rows are %v, want two of two", rows)
	}
}
