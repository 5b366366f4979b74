//go:build !wasm

package browser_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/skua-go/skua/cmd/internal/browser"
	"github.com/skua-go/skua/trace"
)

// sampleJSON is the report that package trace has for its tests, which write it.
var sampleJSON = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "skua-sample")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "sample.json")
	out, err := exec.Command("go", "test", "-vet=off", "-run=^TestSample$", "github.com/skua-go/skua/trace", "-sample="+file).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return os.ReadFile(file)
})

func sample(t *testing.T) *trace.Report {
	t.Helper()
	text, err := sampleJSON()
	if err != nil {
		t.Fatal(err)
	}
	r, err := trace.ReadReport(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// load writes the page of a report to disk and opens it there. When the test ends it wants no
// faults and no request but the one for the file.
func load(t *testing.T, r *trace.Report) *browser.Page {
	t.Helper()
	program, err := browser.Find()
	if err != nil {
		t.Skip(err) // .ci/run installs one
	}
	path := filepath.Join(t.TempDir(), "report.html")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.WriteHTML(f), f.Close()); err != nil {
		t.Fatal(err)
	}
	p := browser.Open(t, program, 1280, 1000)
	p.Go("file://" + path)
	p.Await("document.documentElement.dataset.ready")
	frame(p)
	t.Cleanup(func() {
		if all := p.Faults(); len(all) > 0 {
			t.Errorf("the page complains: %q", all)
		}
		for _, url := range p.Asked() {
			if url != "file://"+path && url != "data:," {
				t.Errorf("the page asked for %s", url)
			}
		}
	})
	return p
}

// frame waits until the page has drawn what is due.
func frame(p *browser.Page) {
	p.Text("(window.drawn = 0, requestAnimationFrame(() => requestAnimationFrame(() => { window.drawn = 1 })))")
	p.Await("window.drawn")
}

// shown returns the text that an element shows.
func shown(p *browser.Page, selector string) string {
	return p.Text("document.querySelector('" + selector + "').innerText")
}

// eval returns the value of an expression.
func eval[T any](t *testing.T, p *browser.Page, expression string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(p.Text("JSON.stringify("+expression+")")), &v); err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}
