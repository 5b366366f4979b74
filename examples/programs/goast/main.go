// Command goast measures how complex the functions of a package are: it walks the syntax
// trees of its files and fails at a goto, with its place.
package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"log"
	"path/filepath"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// gotoError tells where a goto is.
type gotoError struct{ at token.Pos }

func (e gotoError) Error() string { return fmt.Sprint("goto at ", int(e.at)) }

// branches counts the nodes below one where control may go two ways.
var branches = skua.NewFuncErr(func(f *skua.Frame[ast.Node, int], n ast.Node) (int, error) {
	own, err := look(n)
	if err != nil {
		return 0, err
	}
	subs := children(n)
	counts := make([]int, len(subs))
	f.Each(subs, counts)
	for _, c := range counts {
		own += c
	}
	return own, nil
})

func look(n ast.Node) (int, error) {
	switch n := n.(type) {
	case *ast.BranchStmt:
		if n.Tok == token.GOTO {
			return 0, gotoError{n.Pos()}
		}
	case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.CaseClause, *ast.CommClause:
		return 1, nil
	}
	return 0, nil
}

func children(n ast.Node) (subs []ast.Node) {
	ast.Inspect(n, func(sub ast.Node) bool {
		if sub != nil && sub != n {
			subs = append(subs, sub)
		}
		return sub == n
	})
	return subs
}

// parse parses the files of a package. A token.FileSet may be used from many goroutines.
func parse(ctx context.Context, fset *token.FileSet, dir string) ([]*ast.File, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	return par.MapErr(ctx, names, func(_ context.Context, name string) (*ast.File, error) {
		return parser.ParseFile(fset, name, nil, 0)
	})
}

// count adds up the branches of all files.
func count(ctx context.Context, files []*ast.File) (int, error) {
	one := func(ctx context.Context, file *ast.File) (int, error) { return branches.Run(ctx, file) }
	return par.MapReduceErr(ctx, files, 0, one, func(a, b int) int { return a + b })
}

func main() {
	ctx := context.Background()
	files, err := parse(ctx, token.NewFileSet(), filepath.Join(build.Default.GOROOT, "src", "net", "http"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(count(ctx, files))
}
