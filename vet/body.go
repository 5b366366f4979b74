package vet

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// readers lists functions that read from one of their arguments, and which one that is.
var readers = map[callee]int{
	{"io", "", "ReadAll"}:                  0,
	{"io", "", "ReadFull"}:                 0,
	{"io", "", "Copy"}:                     1,
	{"io", "", "CopyN"}:                    1,
	{"io", "", "CopyBuffer"}:               1,
	{"bufio", "Scanner", "Scan"}:           0,
	{"encoding/json", "Decoder", "Decode"}: 0,
}

// wrappers lists functions that make a reader of their first argument.
var wrappers = map[callee]bool{
	{"io", "", "LimitReader"}:           true,
	{"bufio", "", "NewReader"}:          true,
	{"bufio", "", "NewScanner"}:         true,
	{"encoding/json", "", "NewDecoder"}: true,
}

// readsBody reports whether c reads the body of an HTTP response, which comes over the network.
func readsBody(c *ssa.Call) bool {
	k, ok := readers[calleeOf(c.Common())]
	return ok && isBody(c.Call.Args[k])
}

// isBody reports whether v is the Body of an http.Response, or a reader of one, in a function that
// sets none: one that is set may be in memory.
func isBody(v ssa.Value) bool {
	v = origin(v)
	for range 10 { // a reader may be in a variable that it is made of
		if c, ok := v.(*ssa.Call); ok && wrappers[calleeOf(c.Common())] {
			v = origin(c.Call.Args[0])
		}
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	body, ok := load.X.(*ssa.FieldAddr)
	return ok && isResponseBody(body) && !inMemory(body.X) && !setsBody(load.Parent())
}

// inMemory reports whether the response does not come over the network, as far as is seen.
func inMemory(response ssa.Value) bool {
	v := origin(response)
	if pair, ok := v.(*ssa.Extract); ok {
		v = pair.Tuple
	}
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	to := calleeOf(c.Common())
	return to == callee{"net/http", "", "ReadResponse"} || to == callee{"net/http/httptest", "ResponseRecorder", "Result"}
}

func isResponseBody(f *ssa.FieldAddr) bool {
	path, name := named(f.X.Type())
	return path == "net/http" && name == "Response" && fieldName(f) == "Body"
}

func setsBody(fn *ssa.Function) bool {
	for in := range instructions(fn) {
		if store, ok := in.(*ssa.Store); ok {
			if f, ok := store.Addr.(*ssa.FieldAddr); ok && isResponseBody(f) {
				return true
			}
		}
	}
	return false
}
