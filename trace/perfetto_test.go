package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
)

// written returns the events that WritePerfetto wrote, as any reader of the format sees them.
func written(t *testing.T, r *Report) []map[string]any {
	t.Helper()
	var b bytes.Buffer
	if err := r.WritePerfetto(&b); err != nil {
		t.Fatal(err)
	}
	var f struct{ TraceEvents []map[string]any }
	if err := json.Unmarshal(b.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	return f.TraceEvents
}

// TestWritePerfetto checks the rules of the format: which fields an event of each phase has, that
// they are sorted by time, that slices of a thread do not overlap, that each arrow has an end.
func TestWritePerfetto(t *testing.T) {
	for _, workers := range []int{2, 8} {
		r := sample(workers)
		threads, ends, flows, last := map[string]string{}, map[string]float64{}, map[float64]string{}, 0.0
		count := map[string]int{}
		for i, e := range written(t, r) {
			ph, ts := e["ph"].(string), e["ts"].(float64)
			thread := fmt.Sprint(e["pid"].(float64), " ", e["tid"].(float64))
			count[ph]++
			if ts < last {
				t.Fatalf("event %d at %v follows one at %v", i, ts, last)
			}
			last = ts
			switch args, _ := e["args"].(map[string]any); ph {
			case "M":
				if e["name"] == "thread_name" {
					threads[thread] = args["name"].(string)
				}
			case "X":
				dur := e["dur"].(float64)
				if dur <= 0 || ts < ends[thread]-0.0005 || threads[thread] == "" {
					t.Errorf("%v: before the last of its thread ended, at %v, or that has no name", e, ends[thread])
				}
				ends[thread] = ts + dur
			case "C":
				if _, ok := args["ready"].(float64); !ok {
					t.Errorf("a counter without a number: %v", e)
				}
			case "s":
				flows[e["id"].(float64)] = thread
			case "f":
				if from := flows[e["id"].(float64)]; from == "" || from == thread || e["bp"] != "e" {
					t.Errorf("an arrow from %q to %q: %v", from, thread, e)
				}
				delete(flows, e["id"].(float64))
			default:
				t.Errorf("an event of phase %q", ph)
			}
		}
		if len(flows) > 0 || count["s"] == 0 || count["s"] != count["f"] {
			t.Errorf("arrows: %d begin, %d end", count["s"], count["f"])
		}
		if len(threads) != 2*workers || count["C"] != len(r.Ready) || count["X"] < 100 {
			t.Errorf("%d threads, %v", len(threads), count)
		}
	}
}

// TestWritePerfetto_columns: slices of a worker are the columns, without those in which it was away.
func TestWritePerfetto_columns(t *testing.T) {
	r := sample(4)
	r.Moments = nil
	r.Lines[2].Columns[0] = ModeSeconds{Away: r.Columns.Width}
	slices, sum := map[string]int{}, make([]float64, 5)
	for _, e := range written(t, r) {
		if e["ph"] == "X" {
			slices[e["name"].(string)]++
			sum[int(e["tid"].(float64))] += e["dur"].(float64) / 1e6
		}
	}
	for _, name := range []string{"render.go:88", "parse.go:41", "tasks.go:57", "asleep"} {
		if slices[name] == 0 {
			t.Errorf("no slice is named %s: %v", name, slices)
		}
	}
	for i := range r.Lines {
		want := r.Seconds - r.Lines[i].Seconds.Away
		if i == 2 {
			want -= r.Columns.Width
		}
		if math.Abs(sum[i+1]-want) > 1e-6 {
			t.Errorf("%s: slices of %v s, want %v", r.Lines[i].Name, sum[i+1], want)
		}
	}
}

func TestWritePerfetto_empty(t *testing.T) {
	var b bytes.Buffer
	if err := (&Report{Version: Version}).WritePerfetto(&b); err != nil || !strings.Contains(b.String(), `"traceEvents":[{`) {
		t.Errorf("%s, %v", b.String(), err)
	}
}

// TestWords: viewers show the words of the page.
func TestWords(t *testing.T) {
	for _, m := range new(ModeSeconds).list() {
		if want := fmt.Sprintf("key: '%s', label: '%s'", m.name, m.words); !strings.Contains(source("modes.js"), want) {
			t.Errorf("the page has no mode %s", want)
		}
	}
}
