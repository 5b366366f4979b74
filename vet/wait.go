package vet

import (
	"cmp"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

var waitAnalyzer = &analysis.Analyzer{
	Name: "wait",
	Doc: `find tasks that wait outside skua.Blocking

A task that waits for a channel, a sync.WaitGroup or the network keeps a worker from other
tasks, and if all workers wait for what another task is to do, nothing goes on. The
analyser looks at the body of NewFunc, the functions given to Join, Pool.Run, Go of a Worker or
Scope, and package par, and the Body of a Loop, and at functions of the same package that they
call directly. It reports

  - sends to and receives from a channel that is known to have no buffer, from
    Context.Done, and from a timer,
  - a select without default, unless one of its channels is known to have a buffer,
  - WaitGroup.Wait, Cond.Wait, errgroup's Wait, time.Sleep, requests of net/http, and commands of os/exec,
  - reads of the Body of an http.Response, by io, bufio.Scanner or json.Decoder, in a function that sets none.

A channel is known in the function that makes it, as the result of one, and as the argument of an
unexported one. Locks are fine. It says nothing about a task on a *Pool that New made with options, or
that comes from elsewhere: it may have workers enough for tasks that wait. Nor does
it look at test files, unless -wait.tests is set.`,
	Requires: []*analysis.Analyzer{buildssa.Analyzer},
	Run:      runWait,
}

var waitTests bool

func init() {
	waitAnalyzer.Flags.BoolVar(&waitTests, "tests", false, "look at test files too")
}

func runWait(pass *analysis.Pass) (any, error) {
	if !imports(pass.Pkg, skuaPath, parPath) || pathOf(pass.Pkg) == skuaPath || pathOf(pass.Pkg) == parPath {
		return nil, nil
	}
	heedAllow(pass)
	w := waits{channels: channelsOf(pass), of: map[*ssa.Function]string{}}
	var tasks []task
	own := map[*ssa.Function]bool{}
	for _, fn := range functions(pass) {
		for _, t := range tasksOf(fn) {
			own[t.fn] = own[t.fn] || t.own
			tasks = append(tasks, t)
		}
	}
	reported := map[token.Pos]bool{}
	for _, t := range tasks {
		if among(own, t.fn) || !waitTests && strings.HasSuffix(pass.Fset.Position(t.fn.Pos()).Filename, "_test.go") {
			continue
		}
		for in := range instructions(t.fn) {
			what, pos := cmp.Or(w.in(in), w.called(in)), in.Pos()
			if !pos.IsValid() { // of a method value
				pos = t.at.Pos()
			}
			if what != "" && !reported[pos] {
				reported[pos] = true
				pass.Reportf(pos, "%s in a task of %s keeps its worker from other tasks: wait inside skua.Blocking", what, t.by)
			}
		}
	}
	return nil, nil
}

// among reports whether fn, or a function around it, is one of set.
func among(set map[*ssa.Function]bool, fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if set[fn] {
			return true
		}
	}
	return false
}

// waits says which instructions wait.
type waits struct {
	channels map[any]buffering
	of       map[*ssa.Function]string // what a function waits for, if it does
}

// waiting lists the functions that wait.
var waiting = map[callee]string{
	{"sync", "WaitGroup", "Wait"}:                   "WaitGroup.Wait",
	{"sync", "Cond", "Wait"}:                        "Cond.Wait",
	{"golang.org/x/sync/errgroup", "Group", "Wait"}: "errgroup's Wait",
	{"time", "", "Sleep"}:                           "time.Sleep",
	{"os/exec", "Cmd", "CombinedOutput"}:            "a command",
	{"os/exec", "Cmd", "Output"}:                    "a command",
	{"os/exec", "Cmd", "Run"}:                       "a command",
	{"os/exec", "Cmd", "Wait"}:                      "a command",
	{"net/http", "", "Get"}:                         "an HTTP request",
	{"net/http", "", "Head"}:                        "an HTTP request",
	{"net/http", "", "Post"}:                        "an HTTP request",
	{"net/http", "", "PostForm"}:                    "an HTTP request",
	{"net/http", "Client", "Do"}:                    "an HTTP request",
	{"net/http", "Client", "Get"}:                   "an HTTP request",
	{"net/http", "Client", "Head"}:                  "an HTTP request",
	{"net/http", "Client", "Post"}:                  "an HTTP request",
	{"net/http", "Client", "PostForm"}:              "an HTTP request",
}

// in returns what in waits for, or nothing.
func (w *waits) in(in ssa.Instruction) string {
	switch in := in.(type) {
	case *ssa.UnOp:
		if in.Op == token.ARROW && w.buffer(in.X) == unbuffered {
			return "a receive from a channel"
		}
	case *ssa.Send:
		if w.buffer(in.Chan) == unbuffered {
			return "a send on a channel"
		}
	case *ssa.Select:
		if !in.Blocking {
			return ""
		}
		for _, s := range in.States {
			if w.buffer(s.Chan) == buffered {
				return ""
			}
		}
		return "a select without default"
	case *ssa.Call:
		to := calleeOf(in.Common())
		if to == (callee{"time", "", "Sleep"}) && isZero(in.Call.Args[0]) {
			return ""
		}
		if what := waiting[to]; what != "" {
			return what
		}
		if readsBody(in) {
			return "reading an HTTP response"
		}
	}
	return ""
}

// called returns what the function that in calls waits for itself, or nothing. What
// that one calls in turn is not looked at: deep down a wait is mostly a rare case.
func (w *waits) called(in ssa.Instruction) string {
	call, ok := in.(*ssa.Call)
	if !ok {
		return ""
	}
	f := bodyOf(call.Common())
	if f == nil || f == in.Parent() {
		return ""
	}
	what, ok := w.of[f]
	if !ok {
		for in := range instructions(f) {
			if what = w.in(in); what != "" {
				break
			}
		}
		w.of[f] = what
	}
	if what != "" {
		what += ", in " + f.Name() + ","
	}
	return what
}
