package misuse

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/trace/record"
)

// A misuse is a call that must panic: with a message of the package's, or, where
// a check would cost a hot path instructions, as a plain nil dereference.
type misuse struct {
	name  string // the function, then what is wrong
	call  func()
	plain bool
}

// misuses returns a call for each argument and receiver that may be nil or zero.
// ran is what their functions do.
func misuses(t *testing.T, ran func()) (out []misuse) {
	ctx, pool := context.Background(), kit.NewPool(t, 1)
	var noCtx context.Context
	must := func(name string, call func()) { out = append(out, misuse{name: name, call: call}) }
	plain := func(name string, call func()) { out = append(out, misuse{name, call, true}) }
	branch := func(*skua.Worker) { ran() }
	task := func(*skua.Worker) error { ran(); return nil }
	failing := func(*skua.Frame[int, int], int) (int, error) { ran(); return 0, nil }
	loop := func() *skua.Loop { return &skua.Loop{To: 1, Body: func(*skua.Part) { ran() }} }
	kept := keptFrame(pool)

	for what, p := range map[string]skua.Place{
		"nil Place":   nil,
		"nil Pool":    (*skua.Pool)(nil),
		"nil Worker":  (*skua.Worker)(nil),
		"nil Frame":   (*skua.Frame[int, int])(nil),
		"zero Pool":   &skua.Pool{},
		"zero Worker": &skua.Worker{},
		"zero Frame":  &skua.Frame[int, int]{},
		"Frame ended": kept,
	} {
		must("Func.On: "+what, func() { skua.NewFunc(func(*skua.Frame[int, int], int) int { ran(); return 0 }).On(p, 1) })
		must("Func.OnContext: "+what, func() {
			skua.NewFunc(func(*skua.Frame[int, int], int) int { ran(); return 0 }).OnContext(ctx, p, 1)
		})
		must("FuncErr.On: "+what, func() { skua.NewFuncErr(failing).On(ctx, p, 1) })
		must("Join: "+what, func() { skua.Join(p, branch, branch) })
		must("Loop.Run: "+what, func() { loop().Run(p) })
		must("Loop.Run: nothing at "+what, func() { (&skua.Loop{Body: loop().Body}).Run(p) })
		must("NewScope: "+what, func() { skua.NewScope(ctx, p) })
		must("Try: "+what, func() { skua.Try(p, ran) })
		must("Blocking: "+what, func() { skua.Blocking(p, ran) })
		must("Poll: "+what, func() { skua.Poll(p) })
	}
	for what, p := range map[string]*skua.Pool{"nil Pool": nil, "zero Pool": {}} {
		must("Pool.Run: "+what, func() { p.Run(ctx, task) })
		must("Pool.Workers: "+what, func() { p.Workers() })
		must("Pool.Resize: "+what, func() { p.Resize(1) })
		must("Pool.Close: "+what, func() { p.Close() })
		must("Pool.Warm: "+what, func() { p.Warm(ran) })
		must("Pool.Stats: "+what, func() { p.Stats() })
		must("record.Start: "+what, func() { record.Start(p, record.Config{}) })
	}
	must("Pool.Run: nil context", func() { pool.Run(noCtx, task) })
	must("Pool.Run: nil function", func() { pool.Run(ctx, nil) })
	must("Pool.Warm: nil function", func() { pool.Warm(nil) })
	must("Pool.Close: in a task", func() { pool.Run(ctx, func(*skua.Worker) error { return pool.Close() }) })
	must("Pool.Close: in Blocking in a task", func() {
		pool.Run(ctx, func(w *skua.Worker) (err error) { skua.Blocking(w, func() { err = pool.Close() }); return err })
	})
	must("New: nil option", func() { skua.New(skua.WithWorkers(1), nil) })
	must("New: nil Config", func() { skua.New((*skua.Config)(nil)) })
	must("NewFunc: nil function", func() { skua.NewFunc[int, int](nil) })
	must("Join: nil first branch", func() { skua.Join(pool, nil, branch) })
	must("Join: nil second branch", func() { skua.Join(pool, branch, nil) })
	must("Loop.Run: nil Loop", func() { (*skua.Loop)(nil).Run(pool) })
	must("Loop.Run: nil Body", func() { (&skua.Loop{To: 1}).Run(pool) })
	must("Loop.Run: negative Grain", func() { l := loop(); l.Grain = -1; l.Run(pool) })
	must("Loop.Run: negative Workers", func() { l := loop(); l.Workers = -1; l.Run(pool) })
	must("NewScope: nil context", func() { skua.NewScope(noCtx, pool) })
	must("Try: nil function", func() { skua.Try(pool, nil) })
	must("Blocking: nil function", func() { skua.Blocking(pool, nil) })
	for what, fn := range map[string]*skua.Func[int, int]{"nil Func": nil, "zero Func": {}} {
		must("Func.On: "+what, func() { fn.On(pool, 1) })
		must("Func.Run: "+what, func() { fn.Run(1) })
		must("Func.RunContext: "+what, func() { fn.RunContext(ctx, 1) })
		must("Func.OnContext: "+what, func() { fn.OnContext(ctx, pool, 1) })
	}
	for what, fn := range map[string]*skua.FuncErr[int, int]{"nil FuncErr": nil, "zero FuncErr": {}} {
		must("FuncErr.On: "+what, func() { fn.On(ctx, pool, 1) })
		must("FuncErr.Run: "+what, func() { fn.Run(ctx, 1) })
	}
	must("NewFuncErr: nil function", func() { skua.NewFuncErr[int, int](nil) })
	must("FuncErr.On: nil context", func() { skua.NewFuncErr(failing).On(noCtx, pool, 1) })
	must("FuncErr.Run: nil context", func() { skua.NewFuncErr(failing).Run(noCtx, 1) })
	must("Func.OnContext: nil context", func() { skua.NewFunc(each).OnContext(noCtx, pool, 1) })
	must("Func.RunContext: nil context", func() { skua.NewFunc(each).RunContext(noCtx, 1) })
	for what, s := range map[string]*skua.Scope{"nil Scope": nil, "zero Scope": {}} {
		must("Scope.Go: "+what, func() { s.Go(task) })
		must("Scope.Wait: "+what, func() { s.Wait() })
		must("Scope.Context: "+what, func() { s.Context() })
		must("Scope.SetLimit: "+what, func() { s.SetLimit(1) })
		must("Scope.TryGo: "+what, func() { s.TryGo(task) })
		must("Scope.Full: "+what, func() { s.Full() })
		must("Scope.AwaitRoom: "+what, func() { s.AwaitRoom() })
		must("Worker.Go: "+what, func() { skua.Join(pool, func(w *skua.Worker) { w.Go(s, task) }, kit.Nothing) })
	}
	scope := skua.NewScope(ctx, pool) //skua:allow scope every Go of it panics
	var waited *skua.Scope
	skua.Join(pool, func(w *skua.Worker) {
		waited = skua.NewScope(context.Background(), w)
		waited.Wait()
	}, kit.Nothing)
	must("Scope.Go: after Wait and its task", func() { waited.Go(task) })
	must("Scope.Go: nil task", func() { scope.Go(nil) })
	must("Scope.TryGo: nil task", func() { scope.TryGo(nil) })
	must("Worker.Go: nil task", func() { skua.Join(pool, func(w *skua.Worker) { w.Go(scope, nil) }, kit.Nothing) })
	must("Frame.Poll: Frame ended", func() { kept.Poll() })
	must("Frame.Fork: Frame ended", func() { kept.Fork(1) })
	must("Frame.Both: Frame ended", func() { kept.Both(1, 1) })
	must("Frame.Each: Frame ended", func() { kept.Each(make([]int, 2), make([]int, 2)) })
	if invariant.Exact {
		must("Frame.Join: Frame ended", func() { kept.Join() }) //skua:allow done that is the misuse
	}
	for what, w := range map[string]*skua.Worker{"nil Worker": nil, "zero Worker": {}} {
		must("Worker.Go: "+what, func() { w.Go(scope, task) })
		must("Worker.Context: "+what, func() { w.Context() })
		plain("Worker.Poll: "+what, func() { w.Poll() })
	}
	for what, f := range map[string]*skua.Frame[int, int]{"nil Frame": nil, "zero Frame": {}} {
		plain("Frame.Each: "+what, func() { f.Each([]int{1}, []int{1}) })
		plain("Frame.Fork: "+what, func() { f.Fork(1) })
		plain("Frame.Both: "+what, func() { f.Both(1, 1) })
		plain("Frame.Call: "+what, func() { f.Call(1) })
		plain("Frame.Poll: "+what, func() { f.Poll() })
		must("Frame.Context: "+what, func() { f.Context() })
	}
	must("Frame.Each: lengths", func() { skua.NewFunc(each).On(pool, 3) })
	plain("Frame.Join: nil Frame", func() { _, _ = (*skua.Frame[int, int])(nil).Join() })
	for what, p := range map[string]*skua.Part{"nil Part": nil, "zero Part": {}} {
		must("Part.Worker: "+what, func() { p.Worker() })
		must("Part.Steady: "+what, func() { p.Steady() })
	}
	plain("Part.Next: nil Part", func() { (*skua.Part)(nil).Next() })
	plain("Part.Index: nil Part", func() { (*skua.Part)(nil).Index() })
	plain("Part.Chunk: nil Part", func() { (*skua.Part)(nil).Chunk() })
	return out
}

// keptFrame returns the Frame of a call that has ended.
func keptFrame(pool *skua.Pool) (f *skua.Frame[int, int]) {
	//skua:allow escape that is the misuse
	skua.NewFunc(func(got *skua.Frame[int, int], _ int) int { f = got; return 0 }).On(pool, 0)
	return f
}

// TestMisuse_table wants every misuse answered by a message, before anything has
// begun, and the plain ones to be what the documents say.
func TestMisuse_table(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	ran := false
	for _, m := range misuses(t, func() { ran = true }) {
		v := expect.Recovered(m.call)
		if e, ok := v.(*skua.PanicError); ok {
			v = e.Value
		}
		want := "skua: "
		if m.plain {
			want = "runtime error: invalid memory address"
		}
		if !strings.HasPrefix(fmt.Sprint(v), want) {
			t.Errorf("%s: recovered %v, want a message that begins with %q", m.name, v, want)
		}
		if ran {
			t.Errorf("%s: a function ran", m.name)
			ran = false
		}
	}
}

// TestMisuse_whole wants a row for each exported function and method but for those
// that nothing can be wrong with.
func TestMisuse_whole(t *testing.T) {
	var named []string
	for _, m := range misuses(t, func() {}) {
		name, _, _ := strings.Cut(m.name, ":")
		named = append(named, name)
	}
	names, err := filepath.Glob("../../../*.go") // of package skua
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() || strings.HasPrefix(f.Name.Name, "With") {
				continue
			}
			name := f.Name.Name
			if f.Recv != nil {
				name = receiverOf(f.Recv.List[0].Type) + "." + name
			}
			if exempt := []string{"Default", "Here", "Stats.String", "NewPanicError", "PanicError.Error", "PanicError.Unwrap", "PanicError.Format", "PanicError.MarshalText"}; slices.Contains(exempt, name) {
				continue
			}
			// What a type that is not exported has, is for the scheduler.
			if ast.IsExported(name) && !slices.Contains(named, name) {
				t.Errorf("%s has no row in the table of misuses", name)
			}
		}
	}
}

// receiverOf returns the name of a receiver's type.
func receiverOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiverOf(e.X)
	case *ast.IndexListExpr:
		return receiverOf(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
