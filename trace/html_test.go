package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// htmlOf returns the page of a report.
func htmlOf(t *testing.T, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// data returns the JSON of that name in a page.
func data(t *testing.T, text, id string) string {
	t.Helper()
	m := regexp.MustCompile(`<script type="application/json" id="` + id + `">(.*?)</script>`).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("the page has no %s", id)
	}
	return m[1]
}

// TestWriteHTML: what the page shows is the report, its verdict and what halving gives.
func TestWriteHTML(t *testing.T) {
	r := sample(8)
	r.Dag = &Dag{Ops: []Op{{Op: "call"}}}
	text := htmlOf(t, r)
	is, err := ReadReport(strings.NewReader(data(t, text, "report")))
	if err != nil {
		t.Fatal(err)
	}
	was := *r
	was.Dag = nil
	if !reflect.DeepEqual(&was, is) {
		t.Error("the page's report is another one")
	}
	var v Verdict
	if err := json.Unmarshal([]byte(data(t, text, "verdict-data")), &v); err != nil || !reflect.DeepEqual(v, r.Verdict()) {
		t.Errorf("the page's verdict is %+v, %v", v, err)
	}
	var b []Bounds
	if err := json.Unmarshal([]byte(data(t, text, "bounds")), &b); err != nil || len(b) != 10 || b[2] != r.Bounds(8) {
		t.Errorf("the page's bounds are %+v, %v", b, err)
	}
	var h []Halved
	if err := json.Unmarshal([]byte(data(t, text, "halved")), &h); err != nil || !reflect.DeepEqual(h, r.Halve()) {
		t.Errorf("the page's halved are %+v, %v", h, err)
	}
}

// TestWriteHTML_escapes: text of the report stays text, and no placeholder is left.
func TestWriteHTML_escapes(t *testing.T) {
	r := sample(2)
	r.Program = `</title><script>alert(1)</script>{{script}}`
	r.Sites[0].Function = "</script><script>alert(2)</script>"
	text := htmlOf(t, r)
	if strings.Contains(text, "<script>") || strings.Contains(text, "</title><") {
		t.Error("a tag of the report became one of the page")
	}
	if n := strings.Count(text, "</script>"); n != 5 {
		t.Errorf("%d scripts end, want 5", n)
	}
	if left := regexp.MustCompile(`\{\{[a-z-]+\}\}`).FindAllString(text, -1); len(left) != 3 { // the program is there twice, and in the report
		t.Errorf("placeholders: %v", left)
	}
}

// TestWriteHTML_alone: the page refers to no other file, and fetches none.
func TestWriteHTML_alone(t *testing.T) {
	text := htmlOf(t, &Report{Version: Version})
	for _, m := range regexp.MustCompile(`(?:src|href)="([^"]*)"|url\(|@import|fetch\(|\bimport\b`).FindAllStringSubmatch(text, -1) {
		if m[1] != "data:," && !strings.HasPrefix(m[1], "#") {
			t.Errorf("the page has %s", m[0])
		}
	}
}

// TestChapters: each script of the folder is in the page.
func TestChapters(t *testing.T) {
	files, err := page.ReadDir("page")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(chapters)+2 {
		t.Errorf("%d files, %d of them chapters", len(files), len(chapters))
	}
}

type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWrite_fails(t *testing.T) {
	r := sample(2)
	for name, err := range map[string]error{"HTML": r.WriteHTML(full{}), "JSON": r.WriteJSON(full{}), "Perfetto": r.WritePerfetto(full{})} {
		if !errors.Is(err, errFull) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
