package main

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/skua-go/skua"
)

// generate makes the program of a seed and a mode, which may be "all".
func generate(seed uint64, mode string, l limits) *program {
	if mode == "all" {
		mode = modes[seed%uint64(len(modes))]
	}
	var salt uint64
	for _, c := range mode {
		salt = salt*131 + uint64(c)
	}
	r := rand.New(rand.NewPCG(seed, salt))
	p := &program{seed: seed, mode: mode, limits: l}
	p.gauge.p = p
	p.a, p.b = skua.NewFunc(p.bodyA), skua.NewFunc(p.bodyB)
	p.config = randomConfig(r, l)
	p.procs = 1 + r.IntN(4)
	p.features = randomFeatures(r, mode)
	if mode == "resize" && r.IntN(2) == 0 {
		p.measured(r)
		return p
	}
	g := generator{r: r, p: p, size: l.size, without: strings.Split(l.without, ",")}
	callers := 1
	if p.features&guests != 0 && r.IntN(3) == 0 {
		callers = 1 + r.IntN(4)
	}
	if p.features&lined != 0 {
		callers = 2 + r.IntN(3)
		p.config.Guests = 1 + r.IntN(2)
	}
	if p.features&coarse != 0 && l.size == 0 {
		g.size = 1 + r.IntN(60)
	}
	for range callers {
		p.callers = append(p.callers, g.caller())
	}
	if mode == "poll" {
		p.config.Workers = max(p.config.Workers, 2)
		g.meeting()
	}
	if mode == "close" && r.IntN(4) > 0 {
		p.closeAt = 1 + r.Int64N(int64(len(p.nodes)))
	}
	if p.features&resizes != 0 {
		for range 1 + r.IntN(20) {
			p.resizer = append(p.resizer, 1+r.IntN(5))
		}
	}
	for _, c := range p.callers {
		c.root.foresee()
	}
	return p
}

// generator grows trees.
type generator struct {
	r    *rand.Rand
	p    *program
	size int
	left int // nodes

	without []string
}

func (g *generator) caller() caller {
	sizes := []int{1 + g.r.IntN(10), 1 + g.r.IntN(10), 10 + g.r.IntN(50), 10 + g.r.IntN(50), 50 + g.r.IntN(200)}
	g.left = sizes[g.r.IntN(len(sizes))]
	if g.size > 0 {
		g.left = min(g.left, g.size)
	}
	var c caller
	most := len(entries)
	switch {
	case g.p.mode == "cancel":
		most = 1
		if g.r.IntN(2) == 0 {
			c.cancelAt = 1 + g.r.Int64N(int64(g.left))
		}
	case g.p.strict():
		most--
	}
	c.root = g.grow(nil, 1+g.r.IntN(8), opNamed(entries[g.r.IntN(most)]))
	return c
}

// grow makes a node below up, of a random op if o is nil.
func (g *generator) grow(up *node, depth int, o *op) *node {
	nd := &node{p: g.p, id: int32(len(g.p.nodes)), n: g.r.IntN(16), parent: up, op: o}
	g.p.nodes = append(g.p.nodes, nd)
	g.left--
	nd.settleIn()
	if o == nil {
		nd.op = g.choose(nd, depth)
	}
	for range nd.op.least + g.r.IntN(nd.op.most-nd.op.least+1) {
		nd.kids = append(nd.kids, g.grow(nd, depth-1, nil))
	}
	return nd
}

// settleIn finds the pool and the run that the node belongs to.
func (nd *node) settleIn() {
	up := nd.parent
	switch {
	case up == nil:
		return
	case up.op.owns:
		nd.owner = up
	case !up.op.detaches:
		nd.owner = up.owner
	}
	nd.away = up.away != up.op.away // in the other pool the other one is ours
	nd.tied = up.tied || up.op.away && !up.lends()
}

func (g *generator) choose(nd *node, depth int) *op {
	leaf := depth <= 0 || g.left <= 0
	sum := 0
	var may []*op
	for _, o := range ops {
		needs := o.needs &^ home
		if leaf != (o.most == 0) || needs&^g.p.features != 0 || nd.away && o.needs&home != 0 || nd.tied && o.away && g.p.features&knots == 0 ||
			slices.Contains(g.without, o.name) {
			continue
		}
		may = append(may, o)
		sum += o.weight
	}
	at := g.r.IntN(sum)
	for _, o := range may {
		if at -= o.weight; at < 0 {
			return o
		}
	}
	panic("not reached")
}

// meeting makes one node wait for what it forks by looking only.
func (g *generator) meeting() {
	for {
		nd := g.p.nodes[g.r.IntN(len(g.p.nodes))]
		if !nd.away && nd.parent != nil {
			nd.op, nd.kids = opNamed("meet"), nil
			return
		}
	}
}
