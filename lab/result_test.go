package lab

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestCSV(t *testing.T) {
	table := &Table{}
	table.Add(Row{"b": 0.1 + 0.2, "a": "one, \"two\"\nthree"})
	table.Add(Row{"c": -1e-300, "b": math.MaxFloat64})
	table.Add(Row{"a": "é", "c": uint64(1 << 60)})
	var b strings.Builder
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), "a,b,c\n") {
		t.Errorf("the file begins with %q", b.String())
	}
	if got, err := ReadCSV(strings.NewReader(b.String())); err != nil || !reflect.DeepEqual(got, table) {
		t.Errorf("written was %v, read %v, %v", table, got, err)
	}
	if got, err := ReadCSV(strings.NewReader("")); err != nil || len(got.Rows) != 0 {
		t.Errorf("an empty file reads %v, %v", got, err)
	}
}

func TestReadResults(t *testing.T) {
	dir, order := t.TempDir(), []Experiment{{ID: "unmeasured"}, {ID: "overheads"}}
	if _, err := ReadResults(dir, order); err == nil || !strings.Contains(err.Error(), "no results") {
		t.Errorf("an empty directory: %v", err)
	}
	if _, err := ReadResults(filepath.Join(dir, "gone"), order); !os.IsNotExist(err) {
		t.Errorf("no directory: %v", err)
	}
	write := func(id, text string) {
		for name, text := range map[string]string{id + ".json": text, id + ".csv": "a\n1\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("another", `{"schema_version":1,"id":"another","samples":1}`)
	write("overheads", `{"schema_version":1,"id":"overheads","samples":1}`)
	got, err := ReadResults(dir, order)
	if err != nil || len(got) != 2 || got[0].ID != "overheads" || got[1].ID != "another" || got[1].Table.Values("a")[0] != 1 {
		t.Errorf("read %+v, %v; want those of the given order first", got, err)
	}
	for _, bad := range []string{`{"schema_version":2,"id":"another"}`, `{"schema_version":1,"id":"b"}`, `[]`, `{`} {
		write("another", bad)
		if _, err := ReadResults(dir, order); err == nil || !strings.Contains(err.Error(), "another.json") {
			t.Errorf("%s: the error is %v, want the file's name", bad, err)
		}
	}
}

// TestReadResults_lost: samples that are missing are an error that names the file.
func TestReadResults_lost(t *testing.T) {
	for _, samples := range []string{"", "a\n", "a\n1\n", "a\n1\n2\n3\n"} {
		dir := filepath.Join(t.TempDir(), "[a-")
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"x.json": `{"schema_version":1,"id":"x","samples":2}`, "x.csv": samples} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := ReadResults(dir, nil); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "x.csv")) {
			t.Errorf("with the samples %q: the error is %v, want the file's name", samples, err)
		}
	}
}

func TestDrawable(t *testing.T) {
	f := Figure{Title: "t", X: "x", Y: "y", LogY: true, Kind: Lines, Series: []Series{{
		Name: "s",
		X:    []float64{0, 1, 2, 3, math.NaN()},
		Y:    []float64{5, 0, math.Inf(1), 7, 8},
		Low:  []float64{4, 0, 0, 0, 0},
		High: []float64{6, 0, 0, 9, 9},
	}}}
	f.Series = append(f.Series,
		Series{Name: "z", X: []float64{1, 2}, Y: []float64{0, 0}},
		Series{Name: "n", X: []float64{1, 2}, Y: []float64{-1, 0}})
	want := []Series{
		{Name: "s", X: []float64{0, 3}, Y: []float64{5, 7}, Low: []float64{4, 7}, High: []float64{6, 7}},
		{Name: "z (always 0)"},
		{Name: "n (nothing to draw)"},
	}
	if got := f.drawable().Series; f.check() != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("drawable are %+v, want %+v", got, want)
	}
}
