package sim

// A node is a ready node of the dag, with what is needed to find out what it
// enables.
type node struct {
	up    *join  // what its branch ends in, if the family joins
	size  int64  // what follows, in the family's measure
	key   uint64 // what follows, where chance decides
	depth int64  // nodes on the longest path to this one, itself included
	chain int64  // if link: this node and chain more in a row end the branch
	link  bool   // in a row
	side  uint8  // of the join
	ends  bool   // a join: nothing else follows in this branch
}

// A join is where two branches meet. Each of the two writes its own entries, when
// it ends; the later one enables the join's node.
type join struct {
	up    *join
	side  uint8
	round [2]int64 // in which a branch ended, plus 1; or 0
	by    [2]int32 // which processor ended it
	depth [2]int64 // of the branch's last node
}

// enabled is what the execution of a node brings.
type enabled struct {
	number int   // of nodes: left, right
	left   node  // assigned next
	right  node  // pushed
	at     *join // number 0: a branch has ended here, and may be the later one
}

// execute returns what n enables.
func (s *execution) execute(p int, n node) enabled {
	if !n.link && !n.ends {
		left, right, forks, chain := s.c.family.split(&s.c.DagConfig, n)
		if forks {
			return s.fork(n, left, right)
		}
		n.link, n.chain = true, chain-1
	}
	if n.link && n.chain > 0 {
		n.chain--
		n.depth++
		return enabled{number: 1, left: n}
	}
	if n.up != nil {
		n.up.round[n.side] = s.round + 1
		n.up.by[n.side] = int32(p)
		n.up.depth[n.side] = n.depth
	}
	return enabled{at: n.up}
}

// fork returns the branches that n enables.
func (s *execution) fork(n, left, right node) enabled {
	left.depth, right.depth = n.depth+1, n.depth+1
	if s.c.family.joined {
		j := &join{up: n.up, side: n.side}
		left.up, right.up = j, j
		right.side = 1
	}
	return enabled{number: 2, left: left, right: right}
}

// finish reports whether the branch that n ended is the later of its join's, and
// returns the join's node. If both ended in this round the processor with the
// lower number goes on: a convention.
func (s *execution) finish(p int, n node) (node, bool) {
	j := n.up
	mine, its := n.side, 1-n.side
	if j.round[its] == 0 || j.round[its] == s.round+1 && int(j.by[its]) < p {
		return node{}, false
	}
	return node{up: j.up, side: j.side, ends: true, depth: max(j.depth[mine], j.depth[its]) + 1}, true
}
