package call

import (
	"sync"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
)

// folds is where a race build keeps how far the lowest nodes of a reduction are folded. Each block may be a
// branch of its own there, and op runs as soon as it may: when block k has ended, and the blocks of its
// node before it are folded. Whoever ended the last of these calls op, and the detector knows of one order:
// op comes after the blocks whose results it gets. So it takes op and the calls of all other blocks for
// parallel, as they are in other builds.
type folds struct {
	mu     sync.Mutex // hidden from the detector, as all that it guards
	folded []uint8    // the reduction's
	busy   []bool     // somebody folds node k
	blocks []foldedBlock
}

type foldedBlock struct {
	ended bool
	edge  apart.Edge // of the block, and of its folding
}

func newFolds(count int, folded []uint8) *folds {
	return &folds{folded: folded, busy: make([]bool, len(folded)), blocks: make([]foldedBlock, count)}
}

func (f *folds) lock()   { apart.Hide(); f.mu.Lock() }
func (f *folds) unlock() { f.mu.Unlock(); apart.Show() }

// end notes that block k has ended, and reports whether the caller is to fold it.
//
//go:norace
func (f *folds) end(k int) (yes bool) {
	f.lock()
	defer f.unlock()
	f.blocks[k].ended = true
	node := k / Arity
	if yes = !f.busy[node] && int(f.folded[node]) == k%Arity; yes {
		f.busy[node] = true
	}
	return yes
}

// next notes that block k is folded, and reports whether the caller is to fold the one after it.
//
//go:norace
func (f *folds) next(k int) (yes bool) {
	f.lock()
	defer f.unlock()
	node := k / Arity
	f.folded[node]++
	k++
	yes = k%Arity > 0 && k < len(f.blocks) && f.blocks[k].ended
	f.busy[node] = yes
	return yes
}

// runApart runs block k, and folds what can be folded then.
func (r *reduction[A]) runApart(run Run[A], p *skua.Part, k int) {
	r.torn[k], _, _ = run(p, k, k+1)
	blocks := r.folds.blocks
	blocks[k].edge.Release()
	for yes := r.folds.end(k); yes; k++ {
		blocks[k].edge.Acquire()
		if node := &r.nodes[k/Arity]; k%Arity == 0 {
			*node = r.torn[k]
		} else {
			blocks[k-1].edge.Acquire()
			*node = r.op(*node, r.torn[k])
		}
		blocks[k].edge.Release()
		yes = r.folds.next(k)
	}
}
