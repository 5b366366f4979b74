package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"image/color"
	"strings"

	"github.com/skua-go/skua/lab"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"machine":       machine,
	"circumstances": circumstances,
	"summary":       summary,
	"values":        values,
	"withUnit":      withUnit,
	"title":         title,
	"svg":           func(b []byte) template.HTML { return template.HTML(b) }, // drawn here, and escaped there
}).Parse(pageText))

// pageSection is a result with its figures.
type pageSection struct {
	lab.Result
	Drawn []pageFigure
}

type pageFigure struct {
	SVG  []byte
	Note string
}

func render(results []lab.Result, drawn map[string][]byte) ([]byte, error) {
	var sections []pageSection
	for _, r := range results {
		s := pageSection{Result: r}
		for i, f := range r.Figures {
			s.Drawn = append(s.Drawn, pageFigure{themed(drawn[figureName(r, i)]), f.Note})
		}
		sections = append(sections, s)
	}
	var b bytes.Buffer
	err := page.Execute(&b, struct {
		Results  []lab.Result
		Sections []pageSection
	}{results, sections})
	return b.Bytes(), err
}

// themed replaces the colours of a figure by the page's variables, which differ
// by day and by night.
func themed(svg []byte) []byte {
	var names []string
	add := func(c color.Color, name string) {
		for _, property := range []string{"fill:", "stroke:"} {
			names = append(names, property+css(c), property+"var("+name+")", property+css(pale(c)), property+"var("+name+")")
		}
	}
	for i, c := range palette {
		add(c, fmt.Sprintf("--series-%d", i+1))
	}
	add(ink, "--ink")
	add(faint, "--faint")
	add(grid, "--grid")
	add(paper, "--paper")
	return []byte(strings.NewReplacer(names...).Replace(string(svg)))
}
