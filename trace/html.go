package trace

import (
	"embed"
	"encoding/json"
	"html"
	"io"
	"strings"
)

//go:embed page
var page embed.FS

// chapters are the files of the page's one script, in order. They share a scope: an import would
// be a second file, which a browser does not load from disk.
var chapters = []string{
	"words.js", "modes.js", "verdict.js", "view.js", "timeline.js", "moments.js", "tables.js", "steals.js", "main.js",
}

// WriteHTML writes the report as one HTML file, which needs nothing else: it can be opened from
// disk, sent and printed. It holds the report's JSON, but for the dag.
func (r *Report) WriteHTML(w io.Writer) error {
	shown := *r
	shown.Dag = nil
	verdict := r.Verdict()
	data := map[string]any{"report": &shown, "verdict-json": verdict, "halved": r.Halve(), "bounds": r.ladder()}
	replace := []string{
		"{{title}}", html.EscapeString(r.Program),
		"{{verdict}}", html.EscapeString(verdict.Sentence),
		"{{style}}", source("style.css"),
		"{{script}}", script(),
	}
	for name, x := range data {
		text, err := json.Marshal(x) // with <, > and & escaped: no text in it ends the element
		if err != nil {
			return err
		}
		replace = append(replace, "{{"+name+"}}", string(text))
	}
	_, err := strings.NewReplacer(replace...).WriteString(w, source("page.html"))
	return err
}

// ladder are the bounds of the numbers of workers that the page tells of.
func (r *Report) ladder() []Bounds {
	out := []Bounds{}
	for n := 2; n <= 1024 && r.Span.Span > 0; n *= 2 {
		out = append(out, r.Bounds(n))
	}
	return out
}

// NOT: html/template. It calls methods by name, and so the linker would keep every exported method
// in each program that uses skua, because SKUA_TRACE can write this page.

func script() string {
	var b strings.Builder
	for _, name := range chapters {
		b.WriteString(source(name))
	}
	return b.String()
}

// source returns a file of the page.
func source(name string) string {
	text, err := page.ReadFile("page/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}
