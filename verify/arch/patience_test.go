package arch

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// helpers are the packages besides those that import testing that only tests import.
var helpers = []string{"cmd/internal/sshlab", "cmd/internal/browser", "cmd/skua/internal/tooltest"}

// minute is the least deadline: nothing that a test waits for takes as long, on the busiest machine.
const minute = time.Minute

var units = map[string]time.Duration{
	"Nanosecond": 1, "Microsecond": time.Microsecond, "Millisecond": time.Millisecond,
	"Second": time.Second, "Minute": time.Minute, "Hour": time.Hour,
}

// waiters are functions of package time and others that wait for as long as an argument says.
var waiters = regexp.MustCompile(`^(After|AfterFunc|NewTimer|WithTimeout(Cause)?|Within|Eventually|Until|DialTimeout|` +
	`ReadyForConnections|Request|RequestMsg|FlushTimeout|NextMsg|WSURLReadTimeout)$`)

// limits are the names of variables and fields that limit how long something may take.
var limits = regexp.MustCompile(`(?i)(timeout|deadline|patience|grace|within|silence|lease|stall)$`)

// An impatience is a place of a test that goes by time.
type impatience struct {
	pos  token.Pos
	what string
}

// A clockwork knows the constant durations that names stand for in the tests of one directory.
type clockwork struct {
	names map[string]time.Duration // the shortest of each name
	found []impatience
}

// value is the duration of an expression, if it is constant.
func (c *clockwork) value(x ast.Expr) (d time.Duration, ok bool) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return c.value(x.X)
	case *ast.SelectorExpr:
		if isName(x.X, "time") {
			d, ok = units[x.Sel.Name]
		}
		return d, ok
	case *ast.Ident:
		d, ok = c.names[x.Name]
		return d, ok
	case *ast.BasicLit:
		n, err := strconv.ParseInt(strings.ReplaceAll(x.Value, "_", ""), 0, 64)
		return time.Duration(n), err == nil
	case *ast.BinaryExpr:
		a, okA := c.value(x.X)
		b, okB := c.value(x.Y)
		switch {
		case !okA || !okB || x.Op == token.QUO && b == 0:
			return 0, false
		case x.Op == token.MUL:
			return a * b, true
		case x.Op == token.QUO:
			return a / b, true
		case x.Op == token.ADD:
			return a + b, true
		}
	}
	return 0, false
}

// short tells whether an expression is a constant duration of less than a minute.
func (c *clockwork) short(x ast.Expr) bool {
	d, ok := c.value(x)
	return ok && d > 0 && d < minute && mentionsTime(x, c.names)
}

// mentionsTime tells a duration from a mere number.
func mentionsTime(x ast.Expr, names map[string]time.Duration) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			found = found || isName(n.X, "time")
			return false
		case *ast.Ident:
			_, is := names[n.Name]
			found = found || is
		}
		return true
	})
	return found
}

func isName(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == name
}

// isCall tells whether x calls that function of a package.
func isCall(x ast.Node, pkg, name string) bool {
	call, ok := x.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && isName(sel.X, pkg) && sel.Sel.Name == name
}

// learn notes the constant durations that names get anywhere in a file.
func (c *clockwork) learn(f *ast.File) {
	note := func(name, x ast.Expr) {
		id, ok := name.(*ast.Ident)
		if !ok || !mentionsTime(x, c.names) {
			return
		}
		d, ok := c.value(x)
		if old, known := c.names[id.Name]; ok && (!known || d < old) {
			c.names[id.Name] = d
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for k, x := range n.Values {
				note(n.Names[k], x)
			}
		case *ast.AssignStmt:
			for k, x := range n.Rhs {
				note(n.Lhs[k], x)
			}
		}
		return true
	})
}

func (c *clockwork) say(pos token.Pos, format string, args ...any) {
	c.found = append(c.found, impatience{pos, fmt.Sprintf(format, args...)})
}

// look finds what goes by time in a declaration, except in a bubble of synctest, whose clock waits for
// the program.
func (c *clockwork) look(d ast.Decl) {
	measured := map[string]bool{} // variables that hold what time.Since returned
	isMeasured := func(x ast.Expr) bool {
		id, ok := x.(*ast.Ident)
		return isCall(x, "time", "Since") || ok && measured[id.Name]
	}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if isCall(n, "synctest", "Test") {
				return false
			}
			c.call(n)
		case *ast.AssignStmt:
			for k, x := range n.Rhs {
				if id, ok := n.Lhs[k].(*ast.Ident); ok && isCall(x, "time", "Since") {
					measured[id.Name] = true
				}
				c.limit(n.Lhs[k], x)
			}
		case *ast.ValueSpec:
			for k, x := range n.Values {
				c.limit(n.Names[k], x)
			}
		case *ast.KeyValueExpr:
			c.limit(n.Key, n.Value)
		case *ast.ForStmt:
			if passes(n) {
				return false
			}
			if b, ok := n.Cond.(*ast.BinaryExpr); ok && b.Op == token.LAND {
				for _, x := range []ast.Expr{b.X, b.Y} {
					if lo, hi, ok := byOrder(x); ok && isMeasured(lo) && c.short(hi) {
						c.say(x.Pos(), "a loop that gives up within a minute")
					}
				}
			}
		case *ast.BinaryExpr:
			if lo, hi, ok := byOrder(n); ok && isMeasured(hi) && c.short(lo) {
				c.say(n.Pos(), "an upper bound on measured time")
			}
		}
		return true
	})
}

// byOrder returns the two sides of a comparison, the lesser first.
func byOrder(x ast.Expr) (lesser, greater ast.Expr, ok bool) {
	b, ok := x.(*ast.BinaryExpr)
	switch {
	case !ok:
	case b.Op == token.LSS || b.Op == token.LEQ:
		return b.X, b.Y, true
	case b.Op == token.GTR || b.Op == token.GEQ:
		return b.Y, b.X, true
	}
	return nil, nil, false
}

// passes tells whether a loop does nothing but let time pass: that is the work of a task.
func passes(f *ast.ForStmt) bool {
	call := func(x ast.Expr) bool {
		c, ok := x.(*ast.CallExpr)
		if !ok {
			return false
		}
		sel, ok := c.Fun.(*ast.SelectorExpr)
		return ok && (sel.Sel.Name == "Before" || sel.Sel.Name == "Poll" || isCall(x, "runtime", "Gosched"))
	}
	cond := f.Cond != nil && call(f.Cond)
	if b, ok := f.Cond.(*ast.BinaryExpr); ok && b.Op == token.LSS {
		cond = isCall(b.X, "time", "Since")
	}
	for _, s := range f.Body.List {
		x, ok := s.(*ast.ExprStmt)
		cond = cond && ok && call(x.X)
	}
	return cond
}

// call finds calls that wait.
func (c *clockwork) call(n *ast.CallExpr) {
	var name string
	switch f := n.Fun.(type) {
	case *ast.SelectorExpr:
		name = f.Sel.Name
		if name == "Add" && isCall(f.X, "time", "Now") && c.short(n.Args[0]) {
			c.say(n.Pos(), "a deadline within a minute")
		}
		if name == "Sleep" && isName(f.X, "time") {
			c.say(n.Pos(), "time.Sleep")
		}
	case *ast.Ident:
		name = f.Name
	}
	if waiters.MatchString(name) && slices.ContainsFunc(n.Args, c.short) {
		c.say(n.Pos(), "%s within a minute", name)
	}
}

// limit finds limits that get a value.
func (c *clockwork) limit(name, x ast.Expr) {
	var s string
	switch name := name.(type) {
	case *ast.Ident:
		s = name.Name
	case *ast.SelectorExpr:
		s = name.Sel.Name
	}
	if limits.MatchString(s) && c.short(x) {
		c.say(name.Pos(), "%s within a minute", s)
	}
}

// isHelper tells whether a file is a part of tests.
func isHelper(s *source) bool {
	return s.test || slices.Contains(s.imports(), "testing") || slices.ContainsFunc(helpers, func(dir string) bool { return within(s.dir(), dir) })
}

// impatient complains of what sleeps or stops waiting within a minute and is not in listed, and of
// entries of listed that nothing needs any more.
func impatient(t *tree, listed map[string]string) []string {
	var out []string
	needed := map[string]bool{}
	for _, dir := range slices.Sorted(maps.Keys(t.dirs)) {
		c := &clockwork{names: map[string]time.Duration{}}
		files := slices.DeleteFunc(slices.Clone(t.dirs[dir]), func(s *source) bool { return !isHelper(s) })
		for range 2 { // a name may stand for another one, of a later file
			for _, s := range t.dirs[dir] { // the package itself, too
				c.learn(s.ast)
			}
		}
		for _, s := range files {
			for _, d := range s.ast.Decls {
				c.found = nil
				c.look(d)
				key := s.path + ":" + declared(d)
				for _, f := range c.found {
					needed[key] = true
					if listed[key] == "" {
						out = append(out, fmt.Sprintf("%s: %s; wait for what happens, or list %q with its reason in verify/arch/patient_test.go", t.line(f.pos), f.what, key))
					}
				}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(listed)) {
		if !needed[key] {
			out = append(out, fmt.Sprintf("verify/arch/patient_test.go: lists %q, which goes by no time any more", key))
		}
	}
	return out
}

// declared is the first name that a declaration gives.
func declared(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Name.Name
	case *ast.GenDecl:
		switch s := d.Specs[0].(type) {
		case *ast.ValueSpec:
			return s.Names[0].Name
		case *ast.TypeSpec:
			return s.Name.Name
		}
	}
	return path.Base(rootModule)
}

func TestTestsArePatient(t *testing.T) {
	r := repo(t)
	none(t, impatient(r, patient))
	for _, dir := range helpers {
		if len(r.dirs[dir]) == 0 {
			t.Errorf("there is no package %s", dir)
		}
	}
}

func TestControlPatience(t *testing.T) {
	r := planted(t,
		"deque/soon.go", "package deque\nconst soon = time.Second\n",
		"deque/a_test.go", `package deque
const long, brief = time.Minute, 3*soon
func TestFine(t *testing.T) {
	defer expect.Within(t, long)()
	<-time.After(2 * time.Minute)
	for end := time.Now().Add(time.Millisecond); time.Now().Before(end); {
	}
	for begun := time.Now(); time.Since(begun) < brief; {
		runtime.Gosched()
	}
	if took := time.Since(begun); took < brief {
		t.Error("too short")
	}
	synctest.Test(t, func(t *testing.T) { time.Sleep(time.Second) })
}
func TestSleep(t *testing.T) { time.Sleep(time.Hour) }
func TestAfter(t *testing.T) { <-time.After(brief) }
func TestContext(t *testing.T) { context.WithTimeout(t.Context(), 59*time.Second) }
func TestDeadline(t *testing.T) { conn.SetDeadline(time.Now().Add(10*time.Second)) }
func TestWithin(t *testing.T) { defer expect.Within(t, time.Minute/2)() }
func TestField(t *testing.T) { c := Config{Timeout: time.Second, Period: time.Second}; c.Lease = brief }
func TestLoop(t *testing.T) {
	for begun := time.Now(); !ok() && time.Since(begun) < brief; {
	}
}
func TestBound(t *testing.T) {
	if took := time.Since(begun); took > brief {
		t.Error("too long")
	}
}
func TestListed(t *testing.T) { time.Sleep(1) }
`,
		"internal/expect/expect.go", "package expect\nimport \"testing\"\nfunc Until(t testing.TB) { time.Sleep(1) }\n",
		"cmd/a/main.go", "// Command a is no test.\npackage main\nfunc main() { time.Sleep(1) }\n",
	)
	exactly(t, impatient(r, map[string]string{"deque/a_test.go:TestListed": work, "deque/a_test.go:TestGone": work}),
		"a_test.go:16: time.Sleep", "a_test.go:17: After", "a_test.go:18: WithTimeout", "a_test.go:19: a deadline", "a_test.go:20: Within",
		"a_test.go:21: Timeout", "a_test.go:21: Lease", "a_test.go:23: a loop", "a_test.go:27: an upper bound",
		"internal/expect/expect.go:3: time.Sleep", "deque/a_test.go:TestGone")
}
