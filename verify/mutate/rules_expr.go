package main

import (
	"go/ast"
	"go/token"
	"strconv"
)

func negate(s *scan, n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		s.not(n.Cond)
	case *ast.ForStmt:
		if n.Cond != nil {
			s.not(n.Cond)
		}
	case *ast.SwitchStmt:
		if n.Tag != nil {
			return
		}
		for _, c := range n.Body.List {
			for _, e := range c.(*ast.CaseClause).List {
				s.not(e)
			}
		}
	}
}

func (s *scan) not(e ast.Expr) { s.put(e.Pos(), e.End(), "!("+s.of(e)+")") }

// replace puts the mutant of a binary expression with another operator. Both sides
// get brackets, so that the operator alone changes.
func (s *scan) replace(n ast.Node, by map[token.Token]token.Token) {
	e, ok := n.(*ast.BinaryExpr)
	if !ok {
		return
	}
	if op, ok := by[e.Op]; ok {
		s.put(e.Pos(), e.End(), "(("+s.of(e.X)+") "+op.String()+" ("+s.of(e.Y)+"))")
	}
}

// shifted leaves out == and !=, unless they are a part of a condition: for a whole
// one that is the rule negate.
var shifted = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
}

var opposite = map[token.Token]token.Token{token.EQL: token.NEQ, token.NEQ: token.EQL}

func compare(s *scan, n ast.Node) {
	s.replace(n, shifted)
	if e, ok := n.(*ast.BinaryExpr); ok && (e.Op == token.LAND || e.Op == token.LOR) {
		s.replace(e.X, opposite)
		s.replace(e.Y, opposite)
	}
	if st, ok := n.(*ast.ReturnStmt); ok {
		for _, e := range st.Results {
			s.replace(e, opposite)
		}
	}
}

func logic(s *scan, n ast.Node) {
	s.replace(n, map[token.Token]token.Token{token.LAND: token.LOR, token.LOR: token.LAND})
}

func arith(s *scan, n ast.Node) {
	s.replace(n, map[token.Token]token.Token{
		token.ADD: token.SUB, token.SUB: token.ADD, token.SHL: token.SHR, token.SHR: token.SHL,
		token.OR: token.AND, token.AND: token.OR, token.AND_NOT: token.AND, token.QUO: token.MUL,
	})
}

var assigning = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
	token.OR_ASSIGN: token.AND_ASSIGN, token.AND_NOT_ASSIGN: token.OR_ASSIGN,
	token.INC: token.DEC, token.DEC: token.INC,
}

func assignOp(s *scan, n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if op, ok := assigning[n.Tok]; ok {
			s.put(n.TokPos, n.TokPos+token.Pos(len(n.Tok.String())), op.String())
		}
	case *ast.IncDecStmt:
		s.put(n.TokPos, n.TokPos+2, assigning[n.Tok].String())
	}
}

func minMax(s *scan, n ast.Node) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	if id, ok := call.Fun.(*ast.Ident); ok && len(call.Args) > 1 {
		switch id.Name {
		case "min":
			s.put(id.Pos(), id.End(), "max")
		case "max":
			s.put(id.Pos(), id.End(), "min")
		}
	}
}

// small is the largest integer that is taken for a count or a shift; arbitrary.
const small = 64

func constant(s *scan, n ast.Node) {
	lit, ok := n.(*ast.BasicLit)
	if !ok || lit.Kind != token.INT {
		return
	}
	v, err := strconv.Atoi(lit.Value)
	if err != nil || v > small {
		return
	}
	s.put(lit.Pos(), lit.End(), strconv.Itoa(v+1))
	if v > 0 {
		s.put(lit.Pos(), lit.End(), strconv.Itoa(v-1))
	}
}

func boolean(s *scan, n ast.Node) {
	if id, ok := n.(*ast.Ident); ok {
		switch id.Name {
		case "true":
			s.put(id.Pos(), id.End(), "false")
		case "false":
			s.put(id.Pos(), id.End(), "true")
		}
	}
}
