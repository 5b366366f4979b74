package sim

// splitDeque is a split deque with the costs of Algorithm 2 in [RP22], in the version
// without its slips: docs/divergence.md, "Typed task stack". If classic, all of it
// is public at once, which makes it the deque of [ABP98].
//
//	0 ..... top ..... split ..... len(nodes)
//	 stolen    public     private
//
// One processor at a time works on it: rounds see to that.
type splitDeque struct {
	nodes []node
	top   int
	split int
	shown bool // the shared bottom is not 0: something became public since it was last found empty
}

func (d *splitDeque) public() int  { return d.split - d.top }
func (d *splitDeque) private() int { return len(d.nodes) - d.split }

// push adds a node at the bottom. Owner only, no synchronisation; classic: one
// store of bottom.
func (d *splitDeque) push(n node, classic bool, t *dagTally) {
	if len(d.nodes) == cap(d.nodes) && d.top > len(d.nodes)/2 {
		d.compact()
	}
	d.nodes = append(d.nodes, n)
	t.pushes++
	if classic {
		d.split++
		d.shown = true
		t.ownerStores++
	}
	t.deepest = max(t.deepest, int64(len(d.nodes)-d.top))
}

// compact forgets what was stolen, so that a deque that is never empty does not
// grow for ever.
func (d *splitDeque) compact() {
	kept := copy(d.nodes, d.nodes[d.top:])
	clear(d.nodes[kept:])
	d.nodes = d.nodes[:kept]
	d.split -= d.top
	d.top = 0
}

// expose makes the k oldest private nodes public. Owner only: one store of the
// shared bottom, and a fence before it.
func (d *splitDeque) expose(k int, t *dagTally) {
	d.split += k
	d.shown = true
	t.exposures++
	t.exposed += int64(k)
	t.ownerFences++
	t.ownerStores++
}

// pop removes the youngest node. Owner only. Of the private part it takes without
// synchronisation. Of the public part it lowers the shared bottom, then, after a
// fence, looks at age; the last node it takes by a compare-and-swap, and what is
// empty starts at 0 again.
func (d *splitDeque) pop(t *dagTally) (node, bool) {
	if d.private() > 0 {
		return d.youngest(), true
	}
	if !d.shown {
		return node{}, false
	}
	left := d.public()
	t.ownerFences++
	t.ownerStores++
	if left > 1 {
		d.split--
		return d.youngest(), true
	}
	t.ownerStores++ // bottom is 0 again
	var n node
	if left == 1 {
		n = d.youngest()
		t.ownerCAS++
	} else {
		t.ownerStores++ // and so is top
	}
	*d = splitDeque{nodes: d.nodes[:0]}
	return n, left == 1
}

func (d *splitDeque) youngest() node {
	last := len(d.nodes) - 1
	n := d.nodes[last]
	d.nodes[last] = node{} // for the garbage collector
	d.nodes = d.nodes[:last]
	return n
}

// steal removes the oldest public node, if there is one.
func (d *splitDeque) steal() (node, bool) {
	if d.public() == 0 {
		return node{}, false
	}
	n := d.nodes[d.top]
	d.nodes[d.top] = node{}
	d.top++
	return n, true
}
