package main

// changeOps change the pool.
var changeOps = []*op{
	{name: "resize", weight: 6, needs: resizes, run: func(nd *node, at spot) uint64 {
		if err := nd.pool().Resize(1 + nd.n%5); err != nil {
			nd.p.fault("%v: Resize returned %v", nd, err)
		}
		return 0
	}},
}
