package main

import (
	"context"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

func TestRead(t *testing.T) {
	in := example(1000)
	got, err := read(context.Background(), strings.NewReader(in))
	want, _ := serial(strings.NewReader(in))
	if err != nil || !reflect.DeepEqual(got, want) || len(got.top) != 10 {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

func TestReadErrors(t *testing.T) {
	lost := errors.New("the line is cut")
	tables := map[string]io.Reader{
		"number": strings.NewReader(example(100) + "shop 3,many\n" + example(100)),
		"row":    strings.NewReader(example(100) + "too,many,fields\n" + example(100)),
		"reader": io.MultiReader(strings.NewReader(example(100)), iotest.ErrReader(lost)),
	}
	twins := map[string]io.Reader{
		"number": strings.NewReader(example(100) + "shop 3,many\n"),
		"row":    strings.NewReader(example(100) + "too,many,fields\n"),
		"reader": io.MultiReader(strings.NewReader(example(100)), iotest.ErrReader(lost)),
	}
	for name, in := range tables {
		got, err := read(context.Background(), in)
		_, want := serial(twins[name])
		if got != nil || err == nil || err.Error() != want.Error() {
			t.Errorf("%s: got %v, %v, want %v", name, got, err, want)
		}
	}
}
