package report

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/skua-go/skua/lab"
)

// texts returns what the text elements of a picture read, and fails unless it is
// well-formed.
func texts(t *testing.T, svg string) (out []string) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(svg))
	depth := 0
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return out
		} else if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if tok.Name.Local == "text" {
				out = append(out, "")
				depth = 1
			} else if depth > 0 {
				depth++
			}
		case xml.CharData:
			if depth > 0 {
				out[len(out)-1] += string(tok)
			}
		case xml.EndElement:
			depth = max(depth-1, 0)
		}
	}
}

// TestSVG: every name of a figure can be read in its picture, and its numbers are
// finite and inside.
func TestSVG(t *testing.T) {
	for _, f := range sampleFigures() {
		svg, err := SVG(f)
		if err != nil {
			t.Fatal(err)
		}
		all := strings.ReplaceAll(strings.Join(texts(t, string(svg)), " "), "\u00a0", " ")
		want := append([]string{f.Title, f.X, f.Y}, labelsOf(f)...)
		for _, s := range f.Series {
			want = append(want, translate(s.Name, lowered, plain))
		}
		for _, w := range want {
			if !strings.Contains(all, w) {
				t.Errorf("%s: %q is not in %q", f.Title, w, all)
			}
		}
		if bad := regexp.MustCompile(`NaN|Inf|font-family:Liberation`).Find(svg); bad != nil {
			t.Errorf("%s: the picture has %s", f.Title, bad)
		}
		for _, l := range looksOf(f) {
			if !strings.Contains(string(svg), colorOf(l)) {
				t.Errorf("%s: nothing has the colour %s of a series", f.Title, colorOf(l))
			}
		}
	}
}

// TestSVG_slanting: labels that have no place side by side do not leave the picture.
func TestSVG_slanting(t *testing.T) {
	s := lab.Series{Name: "s"}
	for range 16 {
		s.Labels = append(s.Labels, strings.Repeat("long", 5)+string(rune('a'+len(s.Labels))))
		s.Y = append(s.Y, 1)
	}
	svg, err := SVG(lab.Figure{Title: "t", Y: "y", Kind: lab.Bars, Series: []lab.Series{s}})
	if err != nil {
		t.Fatal(err)
	}
	slanting := regexp.MustCompile(`<text x="([-\d.]+)"[^>]*>longlong`).FindAllStringSubmatch(string(svg), -1)
	if len(slanting) != 16 || !strings.Contains(string(svg), "rotate(") {
		t.Errorf("%d labels slant, want 16: %s", len(slanting), svg)
	}
	if over := overhang(s.Labels); over <= 0 || overhang(s.Labels[:2]) != 0 {
		t.Errorf("16 labels reach %v beyond the axes, 2 of them %v; want something and nothing", over, overhang(s.Labels[:2]))
	}
}

// TestSVG_sparse draws what hardly has data.
func TestSVG_sparse(t *testing.T) {
	for _, kind := range []lab.FigureKind{lab.Lines, lab.Points, lab.Bars, lab.Timeline} {
		for _, log := range []bool{false, true} {
			for _, v := range [][]float64{nil, {1}, {1, 1}, {1e-9, 1e12}, {0.3, 0.30001}} {
				s := lab.Series{Name: "s", X: v, X2: v, Y: v, Labels: make([]string, len(v))}
				for _, series := range [][]lab.Series{nil, {s}, {s, s}} {
					f := lab.Figure{Title: "t", X: "x", Y: "y", LogX: log, LogY: log, Kind: kind, Series: series}
					svg, err := SVG(f)
					if err != nil {
						t.Fatal(err)
					}
					texts(t, string(svg))
					if strings.Contains(string(svg), "NaN") || strings.Contains(string(svg), "Inf") {
						t.Errorf("%s of %v, logarithmic %t: %s", kind, v, log, svg)
					}
				}
			}
		}
	}
}

func colorOf(l look) string { return strings.ToUpper(strings.TrimPrefix(css(l.color), "#")) }

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	results := sampleResults()
	if err := Write(dir, results); err != nil {
		t.Fatal(err)
	}
	page, md := read(t, dir, Page), read(t, dir, Markdown)
	for _, r := range results {
		for name, want := range map[string][]string{
			Page: {`<section id="` + r.ID + `">`, `<a href="#` + r.ID + `">`, `class="badge ` + string(r.Finding.Verdict) + `"`, r.ID + ".csv",
				"Some CPU @ 2.00GHz, 2 cores, GOMAXPROCS 2, linux 6.1/amd64, go1.26, commit 0123456789ab&#43;dirty, load 0.10",
				"Quick run, seed 7, 12,345 samples in 17 cases, 1m11s, 2026-01-02 03:04 UTC", "16, 1,048,576"},
			Markdown: {"## " + r.ID, "](#" + r.ID + ")", "**" + title(string(r.Finding.Verdict)) + ".** " + r.Finding.Reason, "(" + figureName(r, 1) + ")", "53 %"},
		} {
			text := map[string]string{Page: page, Markdown: md}[name]
			for _, w := range want {
				if !strings.Contains(text, w) {
					t.Errorf("%s has no %q", name, w)
				}
			}
		}
		for i, f := range r.Figures {
			texts(t, read(t, dir, figureName(r, i)))
			if !strings.Contains(page, f.Note) {
				t.Errorf("the page has no %q", f.Note)
			}
		}
	}
	if !strings.Contains(page, "3 experiments: 1 confirmed, 1 refuted, 1 inconclusive") {
		t.Error("the page does not count the verdicts")
	}
	if !strings.Contains(page, "a wake-up &lt;10 ns") || !strings.Contains(md, "a wake-up &lt;10 ns") {
		t.Error("a claim with < is not escaped")
	}
	if n, want := strings.Count(page, "<svg "), 6; n != want {
		t.Errorf("%d figures are in the page, want %d", n, want)
	}
}

// TestPage_alone: the page fetches nothing, and its figures have the page's colours
// and no others.
func TestPage_alone(t *testing.T) {
	dir := t.TempDir()
	if err := Write(dir, sampleResults()); err != nil {
		t.Fatal(err)
	}
	page := strings.ReplaceAll(read(t, dir, Page), `xmlns="http://www.w3.org/2000/svg"`, "")
	if bad := regexp.MustCompile(`(?i)https?:|src=|url\(|@import|<link|<script`).FindString(page); bad != "" {
		t.Errorf("the page has %q", bad)
	}
	if bad := regexp.MustCompile(`(fill|stroke):#\w+`).FindString(page); bad != "" {
		t.Errorf("a figure has the colour %s, which does not change by night", bad)
	}
	for _, v := range regexp.MustCompile(`var\((--[\w-]+)\)`).FindAllStringSubmatch(page, -1) {
		if n := strings.Count(page, v[1]+": #"); n < 2 {
			t.Errorf("the colour %s is defined %d times, want once by day and once by night", v[1], n)
		}
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
