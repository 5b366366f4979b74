package main

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

// The picture has all calls of the recursion, as XML, and shows at least one steal.
func TestPicture(t *testing.T) {
	calls, err := record(6)
	if err != nil {
		t.Fatal(err)
	}
	stolen := 0
	for _, c := range calls {
		if c.end <= c.begin || c.worker > 1 {
			t.Errorf("a call of worker %d from %v to %v", c.worker, c.begin, c.end)
		}
		if c.stolen() {
			stolen++
		}
	}
	if len(calls) != 25 || stolen == 0 {
		t.Errorf("%d calls, %d stolen; want 25, and some", len(calls), stolen)
	}
	var out strings.Builder
	if err := draw(&out, calls); err != nil {
		t.Fatal(err)
	}
	shown := map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(out.String())); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := token.(xml.StartElement); ok && s.Name.Local == "rect" {
			shown[s.Attr[len(s.Attr)-1].Value]++
		}
	}
	if shown["call"]+shown["stolen"] != 25 || shown["stolen"] != stolen {
		t.Errorf("%v boxes", shown)
	}
}
