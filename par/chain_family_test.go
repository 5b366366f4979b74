//go:build go1.27

package par_test

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// What holds for all functions of the package is tested of chains too, by the tests of all.
func init() {
	for name, call := range chainCalls {
		every[name], callbacks[name] = call, call
	}
	for name, same := range chainSame {
		sameCases[name] = same
	}
}

// ofMany is a chain of n zeros.
func ofMany(n int, o []par.Option) par.Chain[int] { return par.Of(make([]int, n), o...) }

// chainCalls call hook at each of n elements.
var chainCalls = map[string]func(n int, hook func(), o ...par.Option){
	"Chain.Map":    func(n int, hook func(), o ...par.Option) { ofMany(n, o).Map(id(hook)).Collect() },
	"Chain.Filter": func(n int, hook func(), o ...par.Option) { ofMany(n, o).Filter(is(true, hook)).Count() },
	"Chain.FilterMap": func(n int, hook func(), o ...par.Option) {
		ofMany(n, o).FilterMap(func(int) (int, bool) { hook(); return 0, false }).Collect()
	},
	"Chain.FlatMap": func(n int, hook func(), o ...par.Option) {
		ofMany(n, o).FlatMap(func(int) []int { hook(); return nil }).Collect()
	},
	"Chain.ForEach":      func(n int, hook func(), o ...par.Option) { par.OfN(n, o...).ForEach(func(int) { hook() }) },
	"Chain.ContainsFunc": func(n int, hook func(), o ...par.Option) { ofMany(n, o).ContainsFunc(is(false, hook)) },
	"Chain.AllFunc":      func(n int, hook func(), o ...par.Option) { ofMany(n, o).AllFunc(is(true, hook)) },
	"Chain.First":        func(n int, hook func(), o ...par.Option) { ofMany(n, o).Filter(is(false, hook)).First() },
	"Chain.Reduce":       func(n int, hook func(), o ...par.Option) { ofMany(n, o).Reduce(0, plus(hook)) },
	"Chain.Sum":          func(n int, hook func(), o ...par.Option) { ofMany(n, o).Sum(id(hook)) },
	"Chain.Min":          func(n int, hook func(), o ...par.Option) { ofMany(n, o).Min(id(hook)) },
	"Chain.Max":          func(n int, hook func(), o ...par.Option) { ofMany(n, o).Max(id(hook)) },
	"Chain.MinFunc":      func(n int, hook func(), o ...par.Option) { ofMany(n, o).MinFunc(compare(hook)) },
	"Chain.MaxFunc":      func(n int, hook func(), o ...par.Option) { ofMany(n, o).MaxFunc(compare(hook)) },
}

// some keeps most of the floats, so that blocks have different numbers of them, and some have none.
func some(v float64) bool { return v > -1 && v < 1e3 }

func many(v float64) []float64 {
	return []float64{v, v / 3, v / 7}[:int(max(v, -v))%4]
}

// chainSame has what each method returns, as sameCases.
var chainSame = map[string]func(in *same, o par.Option) any{
	"Of":  func(in *same, o par.Option) any { return par.Of(in.words, o).Collect() },
	"OfN": func(in *same, o par.Option) any { return par.OfN(len(in.ints), o).Collect() },
	"Identity": func(in *same, o par.Option) any {
		return par.Of(in.floats, o).Filter(some).Sum(par.Identity)
	},
	"Chain.Map": func(in *same, o par.Option) any { return par.Of(in.floats, o).Map(third).Collect() },
	"Chain.Filter": func(in *same, o par.Option) any {
		return par.Of(in.floats, o).Filter(some).Reduce(0.1, sumOf)
	},
	"Chain.FilterMap": func(in *same, o par.Option) any {
		return par.Of(in.floats, o).FilterMap(func(v float64) (float64, bool) { return third(v), some(v) }).Collect()
	},
	"Chain.FlatMap": func(in *same, o par.Option) any { return par.Of(in.floats, o).FlatMap(many).Sum(third) },
	"Chain.Collect": func(in *same, o par.Option) any {
		return par.Of(in.floats, o).FlatMap(many).Filter(some).Map(third).Collect()
	},
	"Chain.Count": func(in *same, o par.Option) any { return par.Of(in.floats, o).FlatMap(many).Count() },
	"Chain.ForEach": func(in *same, o par.Option) any {
		return log(func(note func(int)) { par.Of(in.ints, o).Filter(isEven).ForEach(note) })
	},
	"Chain.ContainsFunc": func(in *same, o par.Option) any { return par.Of(in.ints, o).ContainsFunc(isEven) },
	"Chain.AllFunc":      func(in *same, o par.Option) any { return par.Of(in.ints, o).Filter(isEven).AllFunc(isEven) },
	"Chain.First": func(in *same, o par.Option) any {
		v, ok := par.Of(in.items(), o).Filter(func(v item) bool { jolt(); return v.at > 7000 && v.key == 3 }).First()
		return []any{v, ok}
	},
	"Chain.Reduce": func(in *same, o par.Option) any { return par.Of(in.floats, o).FlatMap(many).Reduce(0.1, sumOf) },
	"Chain.Sum":    func(in *same, o par.Option) any { return par.Of(in.floats, o).Filter(some).Sum(third) },
	"Chain.Min": func(in *same, o par.Option) any {
		v, ok := par.Of(in.floats, o).Filter(some).Min(third)
		return []any{v, ok}
	},
	"Chain.Max": func(in *same, o par.Option) any {
		v, ok := par.Of(in.floats, o).Filter(some).Max(third)
		return []any{v, ok}
	},
	"Chain.MinFunc": func(in *same, o par.Option) any {
		v, ok := par.Of(in.items(), o).MinFunc(inItems)
		return []any{v, ok}
	},
	"Chain.MaxFunc": func(in *same, o par.Option) any {
		v, ok := par.Of(in.items(), o).MaxFunc(inItems)
		return []any{v, ok}
	},
}

// TestChain_misuse: a nil function is refused by the method that is given it.
func TestChain_misuse(t *testing.T) {
	c := par.Of([]int(nil))
	for name, f := range map[string]func(){
		"Map": func() { c.Map[int](nil) }, "Filter": func() { c.Filter(nil) },
		"FilterMap": func() { c.FilterMap[int](nil) }, "FlatMap": func() { c.FlatMap[int](nil) },
		"ForEach": func() { c.ForEach(nil) }, "ContainsFunc": func() { c.ContainsFunc(nil) },
		"AllFunc": func() { c.AllFunc(nil) }, "Reduce": func() { c.Reduce(0, nil) },
		"Sum": func() { c.Sum[int](nil) }, "Min": func() { c.Min[int](nil) }, "Max": func() { c.Max[int](nil) },
		"MinFunc": func() { c.MinFunc(nil) }, "MaxFunc": func() { c.MaxFunc(nil) },
	} {
		if text := fmt.Sprint(expect.Recovered(f)); text != "par: Chain."+name+" needs a function, not nil" {
			t.Errorf("%s: recovered %v", name, text)
		}
	}
	if n := par.OfN(-1).Count(); n != 0 {
		t.Errorf("OfN(-1) has %d elements", n)
	}
	huge := par.OfN(1<<62, par.Sequential()).Map(func(int) [64]byte { panic("a function ran") })
	if text := fmt.Sprint(expect.Recovered(func() { huge.Collect() })); !strings.HasPrefix(text, "par: Chain.Collect") {
		t.Errorf("Collect of more than memory can hold: recovered %v", text)
	}
}

// TestContract_chain: what has no sum, or no order, does not compile.
func TestContract_chain(t *testing.T) {
	const text = "package main\n\nimport \"github.com/skua-go/skua/par\"\n\nfunc main() {\n\tc := par.Of([]int{1, 2}).Map(func(v int) %s { panic(v) })\n\tc.%s(par.Identity)\n}\n"
	for _, row := range []struct{ elem, method, complaint string }{
		{"float64", "Sum", ""}, {"complex64", "Sum", ""}, {"string", "Max", ""},
		{"string", "Sum", "string does not satisfy par.Number"},
		{"struct{}", "Sum", "struct{} does not satisfy par.Number"},
		{"complex64", "Max", "complex64 does not satisfy cmp.Ordered"},
	} {
		user := filepath.Join(t.TempDir(), "user.go")
		if err := os.WriteFile(user, fmt.Appendf(nil, text, row.elem, row.method), 0o666); err != nil {
			t.Fatal(err)
		}
		says, err := exec.Command("go", "vet", user).CombinedOutput()
		if (err != nil) != (row.complaint != "") || !strings.Contains(string(says), row.complaint) {
			t.Errorf("%s of %s: the compiler says %v: %s, want %q", row.method, row.elem, err, says, cmp.Or(row.complaint, "nothing"))
		}
	}
}
