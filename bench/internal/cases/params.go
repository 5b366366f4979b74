package cases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Params are the parameters of a case, in the order of tables.
type Params []Param

// A Param is one of them.
type Param struct{ Key, Value string }

// params makes Params of keys and values in turn.
func params(pairs ...any) Params {
	var p Params
	for i := 0; i < len(pairs); i += 2 {
		p = append(p, Param{pairs[i].(string), fmt.Sprint(pairs[i+1])})
	}
	return p
}

// ParseParams reads key=value texts.
func ParseParams(texts []string) (Params, error) {
	var p Params
	for _, text := range texts {
		key, value, ok := strings.Cut(text, "=")
		if !ok || key == "" {
			return nil, fmt.Errorf("parameter %q: want key=value", text)
		}
		p = append(p, Param{key, value})
	}
	return p, nil
}

// Text returns the value of key, or the empty string.
func (p Params) Text(key string) string {
	for _, x := range p {
		if x.Key == key {
			return x.Value
		}
	}
	return ""
}

// Int returns the value of key, which must be a number: the cases' own rows say
// so, and drive checks what a user gave.
func (p Params) Int(key string) int {
	n, err := strconv.Atoi(p.Text(key))
	if err != nil {
		panic(fmt.Sprintf("bench: parameter %s=%q is not a number", key, p.Text(key)))
	}
	return n
}

// With returns p with another value for key, or with one more.
func (p Params) With(key string, value any) Params {
	out := slices.Clone(p)
	i := slices.IndexFunc(out, func(x Param) bool { return x.Key == key })
	if i < 0 {
		return append(out, Param{key, fmt.Sprint(value)})
	}
	out[i].Value = fmt.Sprint(value)
	return out
}

// Texts returns p as key=value texts.
func (p Params) Texts() []string {
	var out []string
	for _, x := range p {
		out = append(out, x.Key+"="+x.Value)
	}
	return out
}

func (p Params) String() string { return strings.Join(p.Texts(), " ") }
