package gotest

import (
	"slices"
	"strings"
	"testing"
)

// TestParse has command lines as go test reads them: where the packages are, and that a line is
// made again as it was.
func TestParse(t *testing.T) {
	for _, c := range []struct {
		args, patterns, timeout string
		foreign                 bool
	}{
		{"", "", "", false},
		{"./...", "./...", "", false},
		{"-v ./a ./b -timeout 3s", "./a ./b", "3s", false},
		{"-timeout=1s --test.timeout=2s -run X ./a", "./a", "2s", false},
		{"-run ./a", "", "", false},
		{"-race ./a -- ./b -timeout=1s", "./a", "", true},
		{"./a -args -timeout=1s", "./a", "", true},
		{"-mine ./a -timeout=1s", "", "1s", true},         // ./a may be a value
		{"-mine=x ./a -timeout=1s", "", "", true},         // ./a is an argument, and so is all after it
		{"./a -mine -v ./b -timeout=1s", "./a", "", true}, // -v needs no value
		{"./a -v ./b -timeout=1s", "./a", "", true},
		{"./a -timeout", "./a", "", true}, // go test says what is missing
	} {
		args := strings.Fields(c.args)
		l := Parse(args)
		timeout, _ := l.value("timeout")
		if strings.Join(l.patterns, " ") != c.patterns || timeout != c.timeout || l.foreign != c.foreign {
			t.Errorf("%q: patterns %q, timeout %q, foreign %t; want %q, %q, %t",
				c.args, l.patterns, timeout, l.foreign, c.patterns, c.timeout, c.foreign)
		}
		if got := l.args(l.patterns, nil); !slices.Equal(got, args) {
			t.Errorf("%q became %q", c.args, got)
		}
	}
}

// TestArgs replaces flags wherever they are, puts -C first, and heeds GOFLAGS less than arguments.
func TestArgs(t *testing.T) {
	l := Parse(strings.Fields("-v -C dir -exec old ./... -timeout=1s -args -exec x"))
	l.readGOFLAGS("-timeout=9s -tags=a,b -unknown '-count=1'")
	got := strings.Join(l.args([]string{"m/b", "m/a"}, map[string]string{"exec": "new", "timeout": "2s"}), " ")
	if want := "-C dir -v -exec=new -timeout=2s m/b m/a -args -exec x"; got != want {
		t.Errorf("arguments %q, want %q", got, want)
	}
	timeout, _ := l.value("timeout")
	if tags, _ := l.value("tags"); timeout != "1s" || tags != "a,b" || !l.uncached() {
		t.Errorf("timeout %q, tags %q, uncached %t; want 1s, a,b, true", timeout, tags, l.uncached())
	}
}

// TestUncached has the flags with which go test keeps results, and some of those without.
func TestUncached(t *testing.T) {
	for args, want := range map[string]bool{
		"./...": false, "": true, "-run=X -short -v -cpu=1 -parallel=2 -timeout=1s -failfast -cover ./...": false,
		"-count=1 ./...": true, "./... -args x": true, "./... -mine=1": true, "-shuffle=off ./...": false, "-shuffle=1 ./...": true,
	} {
		if got := Parse(strings.Fields(args)).uncached(); got != want {
			t.Errorf("go test %s keeps no results: %t, want %t", args, got, want)
		}
	}
}
