package schedule

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/direct"
)

// TestPattern: what a failure prints behind -run fits its test only, whatever the test is called.
func TestPattern(t *testing.T) {
	name := "TestIndex/a+b_(c)/[x]|it's"
	p := pattern(name)
	want := []string{"^TestIndex$", `^a\+b_\(c\)$`, `^\[x\]\|it's$`}
	if !reflect.DeepEqual(strings.Split(p, "/"), want) {
		t.Errorf("pattern %q, want %q", p, want)
	}
	for k, e := range strings.Split(name, "/") {
		if p := regexp.MustCompile(want[k]); !p.MatchString(e) || p.MatchString(e+"2") || p.MatchString("x"+e) {
			t.Errorf("%s fits not only %q", p, e)
		}
	}
	o := outcome[int]{name: direct.Left}
	if said := o.again(named{t, name}); !strings.Contains(said, `-run '^TestIndex$/^a\+b_\(c\)$/^\[x\]\|it'\''s$',`) {
		t.Error(said)
	}
}

// named is a test of another name.
type named struct {
	T
	name string
}

func (n named) Name() string { return n.name }

// TestEnvironment_only: with a name in the environment no schedule runs but the serial one and that.
func TestEnvironment_only(t *testing.T) {
	t.Setenv(Environment, direct.Right)
	runs, said := 0, ""
	done := make(chan struct{})
	go func() {
		defer close(done)
		Explore(failing{t, &said}, func(p skua.Place) int {
			last := 0
			runs++
			skua.Join(p, func(*skua.Worker) { last = 1 }, func(*skua.Worker) { last = 2 })
			return last
		})
	}()
	<-done
	if runs != 3 || !strings.Contains(said, "SKUA_SCHEDULE=right ") {
		t.Errorf("%d runs, want 3: %s", runs, said)
	}
}

// failing is a test that may fail.
type failing struct {
	*testing.T
	said *string
}

func (f failing) Fatalf(format string, args ...any) {
	*f.said = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

type node struct {
	name string
	next *node
	data map[any][]float64
}

// TestSameResults: results are compared as reflect.DeepEqual does, but for NaN, and the first place is told.
func TestSameResults(t *testing.T) {
	nan, other := math.NaN(), math.Float64frombits(math.Float64bits(math.NaN())^1)
	ring := func(name string) *node {
		n := &node{name: "a", next: &node{name: name}}
		n.next.next = n
		return n
	}
	for name, c := range map[string]struct {
		a, b any
		want string // the first place, and what is there
	}{
		"NaN":                  {nan, nan, ""},
		"bits of NaN":          {[]float64{0, nan}, []float64{0, other}, "[1] NaN (0x7ff8000000000001) NaN (0x7ff8000000000000)"},
		"zeros":                {0.0, math.Copysign(0, -1), ""},
		"complex":              {complex(nan, 1), complex(nan, 1), ""},
		"float32":              {[1]float32{float32(nan)}, [1]float32{float32(nan)}, ""},
		"in a map":             {map[string]float64{"a": nan}, map[string]float64{"a": nan}, ""},
		"key":                  {map[float64]int{nan: 1, 2: 3}, map[float64]int{nan: 1, 2: 3}, ""},
		"keys":                 {map[float64]int{nan: 1, 2: 3}, map[float64]int{nan: 2, 2: 3}, "[NaN (0x7ff8000000000001)] 1 no such entry"},
		"key is missing":       {map[string]int{"a": 1, "b": 2}, map[string]int{"a": 1, "c": 2}, `["b"] 2 no such key`},
		"a key more":           {map[string]int{"a": 1}, map[string]int{"a": 1, "c": 2}, ` 1 keys 2 keys`},
		"length":               {[]int{1}, []int{1, 2}, " length 1 length 2"},
		"nil and empty":        {[]int{}, []int(nil), " []int{} []int(nil)"},
		"types":                {int8(1), int16(1), " 1 1"},
		"nothing":              {nil, 1, " nil 1"},
		"nothing at all":       {nil, nil, ""},
		"errors":               {errors.New("a"), errors.New("b"), `.s "a" "b"`},
		"ring":                 {ring("b"), ring("b"), ""},
		"other ring":           {ring("b"), ring("c"), `.next.name "b" "c"`},
		"deep":                 {node{data: map[any][]float64{1: {1, 2, nan}}}, node{data: map[any][]float64{1: {1, 2, 3}}}, `.data[1][2] NaN (0x7ff8000000000001) 3`},
		"functions":            {TestPattern, TestPattern, ""},
		"nil functions":        {(func())(nil), (func())(nil), ""},
		"keys that are tricky": {map[any]int{[1]float64{nan}: 1}, map[any]int{[1]float64{nan}: 1}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			if d := firstDifference(reflect.ValueOf(&c.a).Elem(), reflect.ValueOf(&c.b).Elem()); d != nil {
				got = d.path + " " + d.a + " " + d.b
			}
			if name == "functions" { // they are never equal
				if !strings.Contains(got, "func") {
					t.Errorf("got %q", got)
				}
			} else if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			deep := reflect.DeepEqual(c.a, c.b)
			if deep && got != "" {
				t.Errorf("got %q of results that are deeply equal", got)
			}
		})
	}
}

// TestDiffer: of a long result the part around the first difference is shown.
func TestDiffer(t *testing.T) {
	a, b := make([]int, 100_000), make([]int, 100_000)
	b[77_777] = 5
	x := exploration[[]int]{}
	said := x.differ(&outcome[[]int]{name: "serial", result: a}, &outcome[[]int]{name: "right", result: b})
	if len(said) > 3000 || !strings.Contains(said, "first difference, at result[77777]: 0, and 5") || !strings.Contains(said, "0, 5, 0") {
		t.Errorf("%d bytes: %s", len(said), said)
	}
	s := strings.Repeat("ä", 5000)
	y := exploration[string]{}
	said = y.differ(&outcome[string]{name: "serial", result: s + "a"}, &outcome[string]{name: "right", result: s + "b"})
	if len(said) > 3000 || !strings.Contains(said, `ä"`) && !strings.Contains(said, `äa"`) || strings.Contains(said, "\ufffd") {
		t.Error(said)
	}
	same := exploration[int]{config: config{same: func(a, b int) bool { return false }}}
	if said := same.differ(&outcome[int]{name: "serial", result: 1}, &outcome[int]{name: "right", result: 2}); strings.Contains(said, "first difference") {
		t.Errorf("with Equal it says %s", said)
	}
}

// TestExplore_nan: results with a NaN do not make a program indeterminate.
func TestExplore_nan(t *testing.T) {
	Explore(t, func(skua.Place) map[string]float64 { return map[string]float64{"mean": math.NaN()} })
}
