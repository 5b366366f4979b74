package why

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/skua-go/skua/trace"
)

// pictured is recorded with a timeline: the caller works; worker 1 works, waits for a processor, and sleeps
// from the middle on; worker 2 does nothing.
func pictured() *trace.Report {
	r := recorded()
	r.Columns = trace.Columns{Width: 0.005, Count: 100}
	r.Ready, r.Steals = make([]float64, 100), [][]int64{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}
	r.Lines = []trace.Line{{Name: "caller 1"}, {Name: "worker 1"}, {Name: "worker 2", Seconds: trace.ModeSeconds{Away: 0.5}}}
	for k := range 100 {
		for i := range 2 {
			m, site := trace.ModeSeconds{Work: 0.005}, 1
			switch {
			case i == 1 && k >= 50:
				m, site = trace.ModeSeconds{Sleep: 0.005}, -1
			case i == 1 && k >= 25:
				m = trace.ModeSeconds{Work: 0.0025, Off: 0.0025}
			case k >= 50:
				site = 0
			}
			r.Lines[i].Columns, r.Lines[i].Sites = append(r.Lines[i].Columns, m), append(r.Lines[i].Sites, site)
		}
	}
	return r
}

func draw(r *trace.Report, width int, colors bool) string {
	var b bytes.Buffer
	(&document{Report: r}).draw(&b, width, colors)
	return b.String()
}

// TestPicture draws without colours, as for a pipe.
func TestPicture(t *testing.T) {
	at := strings.Repeat
	want := "\ncaller 1  " + at("█", 40) +
		"\nworker 1  " + at("█", 10) + at("▄", 10) + at(" ", 20) +
		"\n          " + at(" ", 20) + at("▔", 20) +
		"\n          Most was lost from 250ms to 500ms: 250ms of the workers' time, while chain.go:13 ran." +
		"\n          height: share in work\n"
	if got := draw(pictured(), 50, false); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if _, stdout, _ := why(t, nil, leave, write(t, pictured())); !strings.Contains(stdout, "caller 1  "+at("█", 70)+"\n") || strings.Contains(stdout, "\x1b") {
		t.Errorf("not 80 columns without colours:\n%s", stdout)
	}
	for name, change := range map[string]func(r *trace.Report){
		"nothing to see": func(r *trace.Report) { r.Lines, r.Steals = r.Lines[:1], r.Steals[:1] },
		"no columns":     func(r *trace.Report) { r.Columns.Count = 0 },
	} {
		r := pictured()
		if change(r); draw(r, 80, true) != "" {
			t.Errorf("%s: %s", name, draw(r, 80, true))
		}
	}
	if got := draw(pictured(), 12, true); got != "" {
		t.Errorf("in 12 columns: %s", got)
	}
}

// TestPicture_colors: what a worker did beside its work is behind it, and the legend names what is there.
func TestPicture_colors(t *testing.T) {
	got := draw(pictured(), 50, true)
	for _, want := range []string{
		"\ncaller 1  \x1b[0m\x1b[38;5;36m" + strings.Repeat("█", 40) + "\x1b[0m\n",
		"█\x1b[0m\x1b[38;5;36m\x1b[48;5;66m" + strings.Repeat("▄", 10) + "\x1b[0m    ",
		"height: share in work  \x1b[38;5;36m█\x1b[0m work  \x1b[38;5;66m█\x1b[0m ready, no processor\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

// TestPicture_many shows eight workers of those that were there, and marks nothing where all is alike.
func TestPicture_many(t *testing.T) {
	r := pictured()
	busy := r.Lines[0]
	r.Workers, r.Lines = 12, nil
	for i := range 12 {
		busy.Name = fmt.Sprintf("worker %d", i)
		r.Lines = append(r.Lines, busy)
	}
	got := draw(r, 100, false)
	if rows := strings.Count(got, "\nworker "); rows != mostRows || !strings.Contains(got, "4 more workers") || strings.Contains(got, "Most was lost") {
		t.Errorf("%d rows:\n%s", rows, got)
	}
	for line := range strings.Lines(got) {
		if utf8.RuneCountInString(line) > 101 {
			t.Errorf("too wide: %q", line)
		}
	}
}

// TestPicture_words: words and colours are those of the page, as near as 256 come to its dark theme.
func TestPicture_words(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("../../../../trace/page/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	script, style := read("modes.js"), read("style.css")
	_, dark, _ := strings.Cut(style, "prefers-color-scheme: dark")
	shown := 0
	for _, m := range regexp.MustCompile(`key: '(\w+)', label: '([^']+)'`).FindAllStringSubmatch(script, -1) {
		at := slices.IndexFunc(modes[:], func(o mode) bool { return o.words == m[2] })
		if at < 0 || modes[at].color == 0 {
			if m[1] != "sleep" && m[1] != "away" {
				t.Errorf("%s is not drawn", m[2])
			}
			continue
		}
		shown++
		color := regexp.MustCompile("--" + m[1] + ": #(\\w{6})").FindStringSubmatch(dark)
		if want := nearest(t, color[1]); modes[at].color != want {
			t.Errorf("%s has the colour %d, want %d", m[2], modes[at].color, want)
		}
	}
	if shown != len(modes)-1 {
		t.Errorf("the page has %d of %d", shown, len(modes)-1)
	}
}

// nearest is which of the 240 fixed colours of terminals is nearest to one of the web.
func nearest(t *testing.T, web string) (best int) {
	n, err := strconv.ParseUint(web, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	level := func(k int) int { return max(0, 55*min(k, 1)+40*k) }
	least := 1 << 30
	for k := 16; k < 256; k++ {
		r, g, b := level((k-16)/36), level((k-16)/6%6), level((k-16)%6)
		if k >= 232 {
			r = 8 + 10*(k-232)
			g, b = r, r
		}
		dr, dg, db := r-int(n>>16), g-int(n>>8&255), b-int(n&255)
		if d := dr*dr + dg*dg + db*db; d < least {
			least, best = d, k
		}
	}
	return best
}
