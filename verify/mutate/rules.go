package main

import "go/ast"

// rule is one way to change a program. find looks at one node and puts the mutants
// that begin there; it knows no types, so some of them do not compile.
type rule struct {
	name  string
	about string
	find  func(s *scan, n ast.Node)
}

// rules are all of them. What a statement is dropped by is `if false`, because then
// its names are still used and the rest compiles.
var rules = []rule{
	{"swap", "two neighbouring stores or calls in the other order", swap},
	{"drop-call", "a call is not made", dropCall},
	{"drop-store", "an assignment is not made", dropStore},
	{"drop-defer", "a deferred call is not made", dropDefer},
	{"drop-go", "a goroutine is not started", dropGo},
	{"drop-jump", "a return, break or continue under an if is not taken", dropJump},
	{"return", "a function without results returns at once", returnEarly},
	{"once", "a loop runs its body at most once", once},
	{"cas-once", "a CAS that failed counts as done", casOnce},
	{"cas-store", "a CAS becomes a store", casStore},
	{"negate", "a condition is negated", negate},
	{"compare", "a comparison is shifted by one", compare},
	{"logic", "and becomes or, or becomes and", logic},
	{"arith", "an operator becomes its counterpart", arith},
	{"assign-op", "an assigning operator becomes its counterpart", assignOp},
	{"minmax", "the smaller becomes the larger", minMax},
	{"const", "a small integer is one more, or one less", constant},
	{"bool", "true becomes false, or false true", boolean},
}
