package why

import (
	"slices"
	"strings"
	"testing"
)

func TestTagged(t *testing.T) {
	for line, want := range map[string]string{
		"./render -tags x":                    "./render -tags x",
		"go":                                  "go",
		"go version -tags x":                  "go version -tags x",
		"go run ./a":                          "go run ./a",
		"go run ./a -tags x":                  "go run ./a -tags x", // the program's
		"go run -race -tags x ./a":            "go run -race -tags x,skua_record ./a",
		"/usr/bin/go test --tags=x,y ./...":   "/usr/bin/go test --tags=x,y,skua_record ./...",
		"go run -C dir -ldflags -s -tags x .": "go run -C dir -ldflags -s -tags x,skua_record .",
		"go test -v -run -tags -count=1 .":    "go test -v -run -tags -count=1 .", // the tests of that name
		"go run -ldflags":                     "go run -ldflags",
		"go run -tags":                        "go run -tags",
	} {
		args := strings.Fields(line)
		if got := strings.Join(tagged(args), " "); got != want || strings.Join(args, " ") != line {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}

func TestWithTag(t *testing.T) {
	for flags, want := range map[string]string{
		"":                          "-tags=skua_record",
		"-race":                     "-race -tags=skua_record",
		"-tags=x":                   "-tags=x,skua_record",
		"-tags=":                    "-tags=skua_record",
		"--tags=x -tags=y,z -v":     "--tags=x -tags=y,z,skua_record -v",
		"-ldflags=-X=a=tags -tags=": "-ldflags=-X=a=tags -tags=skua_record",
	} {
		if got := withTag(strings.Fields(flags)); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: got %q, want %s", flags, got, want)
		}
	}
}
