package trace

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

func TestReadReport(t *testing.T) {
	var b bytes.Buffer
	was := sample(4)
	if err := was.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	is, err := ReadReport(&b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(was, is) {
		t.Error("what was read is not what was written")
	}
}

func TestReadReport_wrong(t *testing.T) {
	for want, change := range map[string]func(*Report){
		"version is 2, want 1":                  func(r *Report) { r.Version = 2 },
		"workers is -1":                         func(r *Report) { r.Workers = -1 },
		"seconds is -3":                         func(r *Report) { r.Seconds = -3 },
		"columns.count is 5, but ready has 384": func(r *Report) { r.Columns.Count = 5 },
		"columns.width is 0":                    func(r *Report) { r.Columns.Width = 0 },
		"account.losses[1].sites[0].site is 5, but there are 5": func(r *Report) { r.Account.Losses[1].Sites[0].Site = 5 },
		"lines[2].sites[7] is -2":                               func(r *Report) { r.Lines[2].Sites[7] = -2 },
		"lines[0].sites has 383, but its columns are 384":       func(r *Report) { r.Lines[0].Sites = r.Lines[0].Sites[1:] },
		"lines[1].columns has 385":                              func(r *Report) { r.Lines[1].Columns = append(r.Lines[1].Columns, ModeSeconds{}) },
		"steals has 3 rows, but there are 4 lines":              func(r *Report) { r.Steals = r.Steals[1:] },
		"steals[3] has 3":                                       func(r *Report) { r.Steals[3] = r.Steals[3][1:] },
		"moments[0] ends at 0":                                  func(r *Report) { r.Moments[0].To = 0 },
		"moments[0].events[4].line is 4, but there are 4 lines": func(r *Report) { r.Moments[0].Events[4].Line = 4 },
		"moments[1].events[0].site is 9":                        func(r *Report) { r.Moments[1].Events[0].Site = 9 },
		"moments[1].events[1].at is before":                     func(r *Report) { r.Moments[1].Events[1].At = 0 },
		"panics[0].line is 70":                                  func(r *Report) { r.Panics = []Panic{{Line: 70}} },
		"dag.ops[0].site is 8":                                  func(r *Report) { r.Dag = &Dag{Ops: []Op{{Op: "run", Site: 8}}} },
	} {
		r := sample(4)
		change(r)
		var b bytes.Buffer
		if err := r.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadReport(&b); err == nil || !strings.HasPrefix(err.Error(), "trace: "+want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for text, want := range map[string]string{
		"":                  "trace: no report: EOF",
		"[]":                "trace: no report: json:",
		`{"workers":"two"}`: "trace: no report: json:",
		"{}":                "trace: version is 0, want 1",
		`{"version":1} {}`:  "trace: there is more after the report",
	} {
		if _, err := ReadReport(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
