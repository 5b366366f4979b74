package main

import (
	"reflect"
	"testing"
)

func TestBuild(t *testing.T) {
	got := build.Run(part{points: points(400, 1)})
	want := serialBuild(part{points: points(400, 1)})
	if !reflect.DeepEqual(got, want) {
		t.Error("build and its twin make different trees")
	}
}

func TestNearest(t *testing.T) {
	ps, queries := points(500, 1), points(100, 2)
	near := nearestAll(build.Run(part{points: points(500, 1)}), queries)
	for i, q := range queries {
		if want := serialNearest(ps, q); near[i] != want {
			t.Fatalf("nearest to %v is %v, want %v", q, near[i], want)
		}
	}
}
