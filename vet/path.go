package vet

import "golang.org/x/tools/go/ssa"

// A walk follows every way that control may take after an instruction.
type walk struct {
	ends   func(ssa.Instruction) bool // this way is of no interest any more
	visit  func(ssa.Instruction)      // what lies on the way before
	leaves func(*ssa.Return)          // this way leaves the function; nil if it does not matter
}

// after starts the walk behind from.
//
// Whether from has been executed may depend on a condition that the function asks a
// second time further down:
//
//	if big {
//		next = f.Fork(y)
//	}
//	…
//	if big {
//		b, done = f.Join()
//	}
//
// The way that enters the first branch and not the second does not exist. So the
// walk stops at a branch to which other ways lead than from's, if one of
// its arms may lead to an end.
func (w *walk) after(from ssa.Instruction) {
	at := from.Block()
	seen := map[*ssa.BasicBlock]bool{}
	var enter func(b *ssa.BasicBlock, instrs []ssa.Instruction)
	enter = func(b *ssa.BasicBlock, instrs []ssa.Instruction) {
		for _, in := range instrs {
			if w.ends(in) {
				return
			}
			w.visit(in)
			if r, ok := in.(*ssa.Return); ok && w.leaves != nil {
				w.leaves(r)
			}
		}
		if len(b.Succs) > 1 && !at.Dominates(b) && reaches(b, w.ends) {
			return
		}
		for _, next := range b.Succs {
			if !seen[next] {
				seen[next] = true
				enter(next, next.Instrs)
			}
		}
	}
	for k, in := range at.Instrs {
		if in == from {
			enter(at, at.Instrs[k+1:])
		}
	}
}

// reaches reports whether an instruction with the property may come after b.
func reaches(b *ssa.BasicBlock, property func(ssa.Instruction) bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var look func(b *ssa.BasicBlock) bool
	look = func(b *ssa.BasicBlock) bool {
		for _, next := range b.Succs {
			if seen[next] {
				continue
			}
			seen[next] = true
			for _, in := range next.Instrs {
				if property(in) {
					return true
				}
			}
			if look(next) {
				return true
			}
		}
		return false
	}
	return look(b)
}

// rounds returns the blocks of the innermost loop of which every round passes b, and
// nil if there is none.
func rounds(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	var best map[*ssa.BasicBlock]bool
	for _, head := range b.Parent().Blocks {
		loop := loopOf(head)
		if loop == nil || !loop[b] || best != nil && len(best) <= len(loop) {
			continue
		}
		always := true
		for _, last := range head.Preds {
			if loop[last] && !b.Dominates(last) {
				always = false
			}
		}
		if always {
			best = loop
		}
	}
	return best
}

// loopOf returns the blocks of the natural loop with the given head, nil if it is no
// head of one.
func loopOf(head *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	var loop map[*ssa.BasicBlock]bool
	var back func(b *ssa.BasicBlock)
	back = func(b *ssa.BasicBlock) {
		if !loop[b] {
			loop[b] = true
			for _, p := range b.Preds {
				back(p)
			}
		}
	}
	for _, last := range head.Preds {
		if head.Dominates(last) {
			if loop == nil {
				loop = map[*ssa.BasicBlock]bool{head: true}
			}
			back(last)
		}
	}
	return loop
}
