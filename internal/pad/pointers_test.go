package pad

import (
	"reflect"
	"testing"
)

func TestPointers(t *testing.T) {
	type plain struct {
		_ [3]int
		_ complex128
		_ bool
	}
	for _, c := range []struct {
		t    reflect.Type
		want bool
	}{
		{reflect.TypeFor[plain](), false},
		{reflect.TypeFor[[0]*int](), false},
		{reflect.TypeFor[struct{}](), false},
		{reflect.TypeFor[[2]struct{ s string }](), true},
		{reflect.TypeFor[struct {
			plain
			f func()
		}](), true},
		{reflect.TypeFor[error](), true},
	} {
		if got := Pointers(c.t); got != c.want {
			t.Errorf("pointers in %v: %v, want %v", c.t, got, c.want)
		}
	}
}
