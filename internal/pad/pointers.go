package pad

import "reflect"

// Pointers reports whether a value of type t can keep something alive.
func Pointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && Pointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if Pointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	}
	return t.Kind() > reflect.Complex128 // the kinds before that are bool and numbers
}
