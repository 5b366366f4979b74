package schedule

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"unicode/utf8"
)

// differ shows two results that differ: both, if they are short; else a part from near the first
// character that is another one; and the first place where they differ.
func (x *exploration[R]) differ(serial, other *outcome[R]) string {
	a, b := excerpts(fmt.Sprintf("%#v", serial.result), fmt.Sprintf("%#v", other.result))
	said := fmt.Sprintf("%-14s %s\n%-14s %s\n", serial.name+":", a, other.name+":", b)
	if x.config.same != nil {
		return said // by which difference is not known
	}
	d := firstDifference(reflect.ValueOf(&serial.result).Elem(), reflect.ValueOf(&other.result).Elem())
	if d == nil || d.path == "" {
		return said // the whole results differ, and they are shown
	}
	return said + fmt.Sprintf("first difference, at result%s: %s, and %s\n", d.path, clip(d.a), clip(d.b))
}

// How many characters of a result are shown, and how many of these are before the first that differs.
// Arbitrary.
const (
	shownMost   = 1000
	shownBefore = 200
)

// excerpts returns a and b, or if one of them is long, what is around the first character that differs.
func excerpts(a, b string) (string, string) {
	if len(a) <= shownMost && len(b) <= shownMost {
		return a, b
	}
	k := 0
	for k < min(len(a), len(b)) && a[k] == b[k] {
		k++
	}
	from := max(0, k-shownBefore)
	for from > 0 && !utf8.RuneStart(a[from]) {
		from--
	}
	if from == 0 {
		return clip(a), clip(b)
	}
	return "… " + clip(a[from:]), "… " + clip(b[from:])
}

// clip cuts s off if it is long.
func clip(s string) string {
	if len(s) <= shownMost {
		return s
	}
	end := shownMost
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return fmt.Sprintf("%s … (%d bytes more)", s[:end], len(s)-end)
}

// difference is a place where two values differ.
type difference struct {
	path string // of fields, indices and keys; of a whole value it is empty
	a, b string // what is there
}

// in returns d as it is seen from further out.
func (d *difference) in(field string) *difference {
	d.path = field + d.path
	return d
}

// comparison compares as reflect.DeepEqual does, but for floats.
type comparison struct {
	seen map[[2]visit]bool // pairs that are compared further out: equal, as far as they know
}

type visit struct {
	at  uintptr
	len int
	typ reflect.Type
}

// firstDifference returns the first place where a and b, which have the same static type, differ, or nil.
func firstDifference(a, b reflect.Value) *difference {
	c := comparison{seen: make(map[[2]visit]bool)}
	return c.first(a, b)
}

func (c *comparison) first(a, b reflect.Value) *difference {
	if !a.IsValid() || !b.IsValid() || a.Type() != b.Type() {
		return c.here(a, b, !a.IsValid() && !b.IsValid())
	}
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		return c.here(a, b, sameFloat(a.Float(), b.Float()))
	case reflect.Complex64, reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		return c.here(a, b, sameFloat(real(x), real(y)) && sameFloat(imag(x), imag(y)))
	case reflect.Func:
		return c.here(a, b, a.IsNil() && b.IsNil())
	case reflect.Interface:
		return c.first(a.Elem(), b.Elem())
	case reflect.Struct:
		return c.fields(a, b)
	case reflect.Array:
		return c.elements(a, b)
	case reflect.Pointer, reflect.Map, reflect.Slice:
		return c.references(a, b)
	}
	return c.here(a, b, a.Equal(b))
}

// here returns a difference of whole values, unless they are the same.
func (c *comparison) here(a, b reflect.Value, same bool) *difference {
	if same {
		return nil
	}
	return &difference{"", show(a), show(b)}
}

func (c *comparison) references(a, b reflect.Value) *difference {
	switch {
	case a.IsNil() || b.IsNil():
		return c.here(a, b, a.IsNil() && b.IsNil())
	case c.known(a, b):
		return nil
	case a.Kind() == reflect.Map:
		return c.entries(a, b)
	case a.Kind() == reflect.Slice:
		return c.elements(a, b)
	}
	return c.first(a.Elem(), b.Elem())
}

func (c *comparison) fields(a, b reflect.Value) *difference {
	for k := range a.NumField() {
		if d := c.first(a.Field(k), b.Field(k)); d != nil {
			return d.in("." + a.Type().Field(k).Name)
		}
	}
	return nil
}

func (c *comparison) elements(a, b reflect.Value) *difference {
	for k := range min(a.Len(), b.Len()) {
		if d := c.first(a.Index(k), b.Index(k)); d != nil {
			return d.in(fmt.Sprintf("[%d]", k))
		}
	}
	if a.Len() != b.Len() {
		return &difference{"", fmt.Sprintf("length %d", a.Len()), fmt.Sprintf("length %d", b.Len())}
	}
	return nil
}

// known reports whether a and b are the same pointer, map or slice, or are compared further out already.
func (c *comparison) known(a, b reflect.Value) bool {
	of := func(v reflect.Value) visit {
		w := visit{at: v.Pointer(), typ: v.Type()}
		if v.Kind() == reflect.Slice {
			w.len = v.Len()
		}
		return w
	}
	pair := [2]visit{of(a), of(b)}
	if pair[0] == pair[1] || c.seen[pair] {
		return true
	}
	c.seen[pair] = true
	return false
}

// entries compares maps, in the order of how their keys are printed. A key that is not equal to itself, since
// there is a NaN in it, is found by its looks.
func (c *comparison) entries(a, b reflect.Value) *difference {
	keys, strange := a.MapKeys(), make(map[string][]reflect.Value) // values in b of keys with a NaN
	slices.SortFunc(keys, func(x, y reflect.Value) int { return cmp.Compare(show(x), show(y)) })
	for i := b.MapRange(); i.Next(); {
		if !b.MapIndex(i.Key()).IsValid() {
			strange[show(i.Key())] = append(strange[show(i.Key())], i.Value())
		}
	}
	for _, key := range keys {
		name, value, other := show(key), a.MapIndex(key), b.MapIndex(key)
		if !value.IsValid() {
			continue // below
		}
		if !other.IsValid() {
			return &difference{"[" + name + "]", show(value), "no such key"}
		}
		if d := c.first(value, other); d != nil {
			return d.in("[" + name + "]")
		}
	}
	for i := a.MapRange(); i.Next(); {
		if a.MapIndex(i.Key()).IsValid() {
			continue
		}
		name := show(i.Key())
		k := slices.IndexFunc(strange[name], func(v reflect.Value) bool { return firstDifference(i.Value(), v) == nil })
		if k < 0 {
			return &difference{"[" + name + "]", show(i.Value()), "no such entry"}
		}
		strange[name] = slices.Delete(strange[name], k, k+1)
	}
	if a.Len() != b.Len() {
		return &difference{"", fmt.Sprintf("%d keys", a.Len()), fmt.Sprintf("%d keys", b.Len())}
	}
	return nil
}

// sameFloat reports whether a and b are equal, or have the same bits.
func sameFloat(a, b float64) bool { return a == b || math.Float64bits(a) == math.Float64bits(b) }

// show prints v; of a NaN its bits, too, in which two of them may differ.
func show(v reflect.Value) string {
	if !v.IsValid() {
		return "nil"
	}
	if k := v.Kind(); (k == reflect.Float32 || k == reflect.Float64) && math.IsNaN(v.Float()) {
		return fmt.Sprintf("NaN (%#x)", math.Float64bits(v.Float()))
	}
	return fmt.Sprintf("%#v", v)
}
