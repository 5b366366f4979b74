package trace

import (
	"math"
	"testing"
)

func TestBounds(t *testing.T) {
	r := &Report{Workers: 4, Span: Span{Work: 1, Span: 0.1}}
	for n, want := range map[int]Bounds{
		1:    {1, 1, 1},
		2:    {2, 1 / 0.55, 2},
		1000: {1000, 1 / (0.001 + 0.0999), 10},
	} {
		got := r.Bounds(n)
		if math.Abs(got.Least-want.Least) > 1e-12 || math.Abs(got.Most-want.Most) > 1e-12 {
			t.Errorf("%d: %+v, want %+v", n, got, want)
		}
	}
	if b := (&Report{}).Bounds(2); b.Least != 0 || b.Most != 0 {
		t.Errorf("without a span %+v", b)
	}
}

func TestHalve(t *testing.T) {
	r := &Report{Workers: 2, Span: Span{Work: 1, Span: 0.5}, Sites: []Site{
		{Name: "leaves", Work: 0.6, Halved: 0.5},
		{Name: "unknown", Work: 0.1},
		{Name: "chain", Work: 0.4, Halved: 0.3},
	}}
	got := r.Halve()
	if len(got) != 2 || got[0].At != "chain" || got[0].Site != 2 || got[1].At != "leaves" {
		t.Fatalf("%+v", got)
	}
	if want := 1 / (0.8/2 + 0.3/2); math.Abs(got[0].Least-want) > 1e-12 || got[0].Most != 2.5 {
		t.Errorf("%+v, want %v to 2.5", got[0].Bounds, want)
	}
}
