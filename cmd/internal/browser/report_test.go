//go:build !wasm

package browser_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/skua-go/skua/trace"
)

// painted is how many colours a canvas has at every seventh point.
const painted = `(() => {
	const c = document.querySelector('#%s canvas')
	const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data
	const all = new Set()
	for (let i = 0; i < d.length; i += 28) all.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2])
	return all.size
})()`

func TestReport_draws(t *testing.T) {
	r := sample(t)
	p := load(t, r)
	if got := shown(p, "#sentence"); got != r.Verdict().Sentence {
		t.Errorf("the verdict is %q", got)
	}
	if got := eval[string](t, p, "document.documentElement.dataset.ready"); got != "true" {
		t.Error("the script did not come to its end")
	}
	if n := eval[int](t, p, fmt.Sprintf(painted, "timeline")); n < 20 {
		t.Errorf("the timeline has %d colours", n)
	}
	for selector, want := range map[string]int{
		"#account tbody tr": 1 + len(r.Account.Losses), "#workers tbody tr": len(r.Lines),
		"#sites tbody tr": len(r.Sites), "#matrix tbody td": len(r.Lines) * len(r.Lines), "#latency .hist i": 16,
	} {
		if n := eval[int](t, p, fmt.Sprintf("document.querySelectorAll(%q).length", selector)); n != want {
			t.Errorf("%d of %s, want %d", n, selector, want)
		}
	}
	if got, want := shown(p, "#sentence code"), r.Verdict().Causes[0].At; got != want {
		t.Errorf("the sentence sets %q apart, want %q", got, want)
	}
	p.Picture("light")
}

// TestReport_short: a recording of less than a second fills the bar, too.
func TestReport_short(t *testing.T) {
	r := sample(t)
	r.Account.Capacity, r.Account.Work, r.Seconds = r.Account.Capacity/1e3, r.Account.Work/1e3, r.Seconds/1e3
	for i := range r.Account.Losses {
		r.Account.Losses[i].Seconds /= 1e3
	}
	p := load(t, r)
	last := eval[[]float64](t, p, "[document.querySelector('#bar i:last-child').getBoundingClientRect().right, document.querySelector('#bar').getBoundingClientRect().right]")
	if math.Abs(last[0]-last[1]) > 1 {
		t.Errorf("the bar's last part ends at %v, the bar at %v", last[0], last[1])
	}
}

// TestReport_addsUp: the bar's parts are as wide as the work and the losses, and the account's
// last row is all of the workers.
func TestReport_addsUp(t *testing.T) {
	r := sample(t)
	p := load(t, r)
	if got := shown(p, "#account tfoot"); !strings.Contains(got, "8.00×") || !strings.Contains(got, "100 %") {
		t.Errorf("the account adds up to %q", got)
	}
	rows := eval[[]string](t, p, "[...document.querySelectorAll('#account tbody tr')].map((r) => r.cells[1].innerText)")
	all, v := 0.0, r.Verdict()
	for _, row := range rows {
		var x float64
		if _, err := fmt.Sscanf(row, "%f×", &x); err != nil {
			t.Error(err)
		}
		all += x
	}
	if math.Abs(all-8) > 1e-9 {
		t.Errorf("%v add up to %v", rows, all)
	}
	for _, c := range v.Causes {
		if want := fmt.Sprintf("%.2f×", c.Lost); !slices.Contains(rows, want) {
			t.Errorf("the account has no %s of the verdict: %v", want, rows)
		}
	}
	widths := eval[[]float64](t, p, "[...document.querySelectorAll('#bar i')].map((i) => i.getBoundingClientRect().width)")
	sum := 0.0
	for _, w := range widths {
		sum += w
	}
	if whole := eval[float64](t, p, "document.querySelector('#bar').clientWidth"); whole-sum > float64(len(widths)) {
		t.Errorf("the bar's parts are %v wide, the bar %v", sum, whole)
	}
	if got, want := widths[0]/sum, r.Account.Work/r.Account.Capacity; math.Abs(got-want) > 0.01 {
		t.Errorf("work is %.3f of the bar, want %.3f", got, want)
	}
}

func TestReport_tabs(t *testing.T) {
	p := load(t, sample(t))
	p.Text("document.querySelector('#tab-time').focus()")
	for _, want := range []string{"panel-sites", "panel-steals", "panel-moments", "panel-time"} {
		p.Press("right")
		visible := eval[[]string](t, p, "[...document.querySelectorAll('[role=tabpanel]')].filter((x) => x.offsetHeight).map((x) => x.id)")
		if !slices.Equal(visible, []string{want}) {
			t.Errorf("shows %v, want %s", visible, want)
		}
		frame(p)
		p.Picture(want)
		if want == "panel-moments" {
			if n := eval[int](t, p, fmt.Sprintf(painted, "moment")); n < 8 {
				t.Errorf("the moment has %d colours", n)
			}
			p.Text("(() => { const b = document.querySelectorAll('#moment-tools button')[3]; b.click(); b.click() })()")
			frame(p)
			if got := shown(p, "#moment-help"); !strings.HasPrefix(got, "Arrows are steals") {
				t.Errorf("four times as large the moment says %q", got)
			}
			p.Picture("moment-zoomed")
		}
	}
	at := eval[[]float64](t, p, "(() => { const r = document.querySelector('#tab-steals').getBoundingClientRect(); return [r.x + 9, r.y + 9] })()")
	p.Drag(at[0], at[1], at[0], at[1])
	if !eval[bool](t, p, "!document.querySelector('#panel-steals').hidden") {
		t.Error("a click selects no tab")
	}
}

// TestReport_sorts: Enter on a heading sorts by it, and again the other way round.
func TestReport_sorts(t *testing.T) {
	r := sample(t)
	p := load(t, r)
	p.Text("document.querySelector('#tab-sites').click()")
	names := "[...document.querySelectorAll('#sites tbody .name')].map((x) => x.textContent)"
	sorted := slices.Clone(r.Sites)
	slices.SortStableFunc(sorted, func(a, b trace.Site) int { return int(b.Count - a.Count) })
	want := []string{}
	for _, s := range sorted {
		want = append(want, s.Name)
	}
	p.Text("document.querySelectorAll('#sites th button')[1].focus()")
	p.Press("\r")
	if got := eval[[]string](t, p, names); !slices.Equal(got, want) {
		t.Errorf("by count: %v, want %v", got, want)
	}
	p.Press("\r")
	if got := eval[[]string](t, p, names); got[len(got)-1] != want[0] {
		t.Errorf("by count, upwards: %v", got)
	}
	if got := eval[string](t, p, "document.querySelectorAll('#sites th')[1].ariaSort"); got != "ascending" {
		t.Errorf("aria-sort is %q", got)
	}
	if got, h := shown(p, "#sites"), r.Halve()[0]; !strings.Contains(got, h.Bounds.String()) {
		t.Errorf("no %s in %s", h.Bounds, got)
	}
}

// TestReport_zooms: by keys and by the mouse; the range is told.
func TestReport_zooms(t *testing.T) {
	p := load(t, sample(t))
	span := func() string { return shown(p, "#timeline-range") }
	shot := func() string { return eval[string](t, p, "document.querySelector('#timeline canvas').toDataURL()") }
	all := shot()
	p.Text("document.querySelector('#timeline').focus()")
	for _, c := range []struct{ key, want string }{
		{"+", "307 ms to 922 ms"}, {"+", "461 ms to 768 ms"}, {"right", "538 ms to 845 ms"},
		{"left", "461 ms to 768 ms"}, {"-", "307 ms to 922 ms"}, {"0", ""},
	} {
		p.Press(c.key)
		frame(p)
		if got := span(); got != c.want {
			t.Errorf("after %s it shows %q, want %q", c.key, got, c.want)
		}
		if same := shot() == all; same != (c.want == "") {
			t.Errorf("after %s the picture is the first one: %v", c.key, same)
		}
	}
	box := eval[[]float64](t, p, "(() => { const r = document.querySelector('#timeline').getBoundingClientRect(); return [r.x, r.y, r.width, r.height] })()")
	y := box[1] + 90
	p.Drag(box[0]+200, y, box[0]+400, y)
	frame(p)
	if span() == "" || shot() == all {
		t.Error("dragging does not zoom")
	}
	p.Hover(box[0]+300, y)
	if tip := shown(p, "#tip"); !strings.Contains(tip, "guest 0") || !strings.Contains(tip, "work") {
		t.Errorf("the tip is %q", tip)
	}
	p.Picture("zoomed")
}

// TestReport_dark: the colours follow the scheme, also those of the canvas, and print is light.
func TestReport_dark(t *testing.T) {
	p := load(t, sample(t))
	light := eval[string](t, p, "document.querySelector('#timeline canvas').toDataURL()")
	p.Theme("dark")
	frame(p)
	if got := eval[string](t, p, "getComputedStyle(document.body).backgroundColor"); got != "rgb(11, 11, 13)" {
		t.Errorf("the dark background is %s", got)
	}
	if eval[string](t, p, "document.querySelector('#timeline canvas').toDataURL()") == light {
		t.Error("the timeline is as in the light")
	}
	p.Picture("dark")
	p.Text("document.querySelector('#tab-steals').click()")
	p.Picture("dark-steals")
	p.Print("dark")
	frame(p)
	if got := eval[string](t, p, "getComputedStyle(document.body).backgroundColor"); got != "rgb(255, 255, 255)" {
		t.Errorf("on paper the background is %s", got)
	}
	if eval[int](t, p, "[...document.querySelectorAll('[role=tabpanel]')].filter((x) => x.offsetHeight).length") != 4 {
		t.Error("not all is printed")
	}
	p.Picture("print")
}

// TestReport_many: 64 workers.
func TestReport_many(t *testing.T) {
	r := sample(t)
	for len(r.Lines) < 64 {
		l := r.Lines[len(r.Lines)%8]
		l.Name = fmt.Sprint("worker ", len(r.Lines))
		r.Lines = append(r.Lines, l)
	}
	r.Workers, r.Steals = 64, nil
	a := &r.Account
	a.Capacity, a.Work, a.SpeedUp = 8*a.Capacity, 8*a.Work, 8*a.SpeedUp
	for i := range a.Losses {
		a.Losses[i].Seconds *= 8
	}
	for i := range r.Lines {
		r.Steals = append(r.Steals, make([]int64, 64))
		r.Steals[i][(i*7+1)%64] = int64(i)
	}
	p := load(t, r)
	if h := eval[float64](t, p, "document.querySelector('#timeline canvas').clientHeight"); h < 64*10 || h > 1000 {
		t.Errorf("the timeline is %v high", h)
	}
	if n := eval[int](t, p, fmt.Sprintf(painted, "timeline")); n < 20 {
		t.Errorf("the timeline has %d colours", n)
	}
	if w := eval[float64](t, p, "document.documentElement.scrollWidth"); w > 1280 {
		t.Errorf("the page is %v wide", w)
	}
	p.Picture("many")
	p.Text("document.querySelector('#tab-steals').click()")
	p.Picture("many-steals")
}

// TestReport_empty: a recording of nothing is shown as such.
func TestReport_empty(t *testing.T) {
	p := load(t, &trace.Report{Version: trace.Version})
	if got := shown(p, "#sentence"); got != "Nothing was recorded." {
		t.Errorf("the verdict is %q", got)
	}
	if got := eval[string](t, p, "document.documentElement.dataset.ready"); got != "true" {
		t.Error("the script did not come to its end")
	}
	p.Picture("empty")
}

// TestReport_narrow: on a telephone nothing but tables is wider than the screen.
func TestReport_narrow(t *testing.T) {
	p := load(t, sample(t))
	p.Resize(390, 800)
	frame(p)
	if w := eval[float64](t, p, "document.documentElement.scrollWidth"); w > 390 {
		t.Errorf("the page is %v wide", w)
	}
	p.Picture("narrow")
}
