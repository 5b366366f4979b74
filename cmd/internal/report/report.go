package report

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/skua-go/skua/lab"
)

// The files of a report in the directory of the results.
const (
	Page     = "report.html"
	Markdown = "report.md"
	figures  = "figures"
)

// Write makes the report on results, which are those that dir holds: the page, the
// Markdown, and the figures, which stand in both.
func Write(dir string, results []lab.Result) error {
	if err := os.MkdirAll(filepath.Join(dir, figures), 0o777); err != nil {
		return err
	}
	drawn := map[string][]byte{}
	for _, r := range results {
		for i, f := range r.Figures {
			svg, err := SVG(f)
			if err != nil {
				return fmt.Errorf("%s: %w", r.ID, err)
			}
			name := figureName(r, i)
			drawn[name] = svg
			if err := os.WriteFile(filepath.Join(dir, name), svg, 0o666); err != nil {
				return err
			}
		}
	}
	page, err := render(results, drawn)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, Page), page, 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, Markdown), markdown(results), 0o666)
}

// figureName is the path of the ith figure, from the report.
func figureName(r lab.Result, i int) string {
	return fmt.Sprintf("%s/%s-%d.svg", figures, r.ID, i+1)
}
