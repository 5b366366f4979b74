package overlay

// dequeFaults are faults of ABP, ChaseLev, Split and Locked: most of them were printed
// somewhere, the rest are the steps whose order the comments argue for.
var dequeFaults = []Fault{
	{"abp-no-tag", "./deque", "Deque/abp$/PpPpPp/.*=.2", []Patch{
		{"deque/abp.go",
			"{ return (age>>32 + 1) << 32 }",
			"{ return (age >> 32) << 32 }"},
	}},
	{"abp-tag-of-one-bit", "./deque", "Deque/abp$/PpPpPp/.*=.2", []Patch{
		{"deque/abp.go",
			"{ return (age>>32 + 1) << 32 }",
			"{ return (age>>32 + 1) & 1 << 32 }"},
	}},
	{"abp-bottom-not-reset", "./deque", "Deque/abp$/PPpPpp/.*=.2", []Patch{
		{"deque/abp.go",
			"	d.b = 0\n	d.bottom.Store(0)\n",
			"	d.b = b\n"},
	}},
	{"abp-resets-top-first", "./deque", "Deque/abp$/PPppPp/.*=.2", []Patch{
		{"deque/abp.go",
			"	d.b = 0\n	d.bottom.Store(0)\n",
			"	d.b = 0\n"},
		{"deque/abp.go",
			"	for i := range b + 1 {",
			"	d.bottom.Store(0)\n	for i := range b + 1 {"},
	}},
	{"abp-no-capacity", "./deque", "Deque/abp-full/PPPppp/.*=.2", []Patch{
		{"deque/abp.go",
			"	if int(b) == len(d.slots) {",
			"	if false {"},
	}},
	{"abp-slot-after-claim", "./deque", "Deque/abp$/PpPPpp/.*=.2", []Patch{
		{"deque/abp.go",
			"	x := d.slots[t].Load()\n",
			""},
		{"deque/abp.go",
			"	d.thiefSteals(1)\n",
			"	x := d.slots[t].Load()\n	d.thiefSteals(1)\n"},
	}},
	{"abp-bottom-lowered-late", "./deque", "Deque/abp$/PPpPpp/.*=.2", []Patch{
		{"deque/abp.go",
			"	d.bottom.Store(b)\n	d.ownerStores(2)\n	x := d.slots[b].Load()\n	w := d.age.Load()\n",
			"	w := d.age.Load()\n	d.bottom.Store(b)\n	d.ownerStores(2)\n	x := d.slots[b].Load()\n"},
	}},
	{"abp-bottom-before-age", "./deque", "Deque/abp$/PPppPp/.*=.2", []Patch{
		{"deque/abp.go",
			"	w := d.age.Load()\n	t := topOf(w)\n	if d.bottom.Load() <= t {",
			"	b := d.bottom.Load()\n	w := d.age.Load()\n	t := topOf(w)\n	if b <= t {"},
	}},
	{"chaselev-bottom-not-restored", "./deque", "Deque/chaselev/PpPPpp/.*=.2", []Patch{
		{"deque/chaselev.go",
			"	d.bottom.Store(b + 1)\n	d.ownerStores(1)\n	d.restSlow()",
			"	d.b = b\n	d.ownerStores(1)\n	d.restSlow()"},
	}},
	{"chaselev-no-capacity", "./deque", "Deque/chaselev/PPPppp/.*=.2", []Patch{
		{"deque/chaselev.go",
			"	if d.ring == nil || b-d.top0 >= d.ring.size() {",
			"	if d.ring == nil {"},
	}},
	{"chaselev-ring-before-copies", "./deque", "Deque/chaselev/PPPppp/.*=.2", []Patch{
		{"deque/chaselev.go",
			"	for i := d.top0; d.b-i > 0; i++ {",
			"	d.array.Store(r)\n	for i := d.top0; d.b-i > 0; i++ {"},
	}},
	{"chaselev-ring-before-bottom", "./deque", "Deque/chaselev/PPPppp/.*=.1_1", []Patch{
		{"deque/chaselev.go",
			"	t := d.top.Load()\n	if d.bottom.Load()-t <= 0 {",
			"	a := d.array.Load()\n	t := d.top.Load()\n	if a == nil || d.bottom.Load()-t <= 0 {"},
		{"deque/chaselev.go",
			"	x := d.array.Load().slot(t).Load()",
			"	x := a.slot(t).Load()"},
	}},
	{"chaselev-bottom-before-top", "./deque", "Deque/chaselev/PPppPp/.*=.2", []Patch{
		{"deque/chaselev.go",
			"	t := d.top.Load()\n	if d.bottom.Load()-t <= 0 {",
			"	b := d.bottom.Load()\n	t := d.top.Load()\n	if b-t <= 0 {"},
	}},
	{"chaselev-bottom-lowered-late", "./deque", "Deque/chaselev/PPpPpp/.*=.2", []Patch{
		{"deque/chaselev.go",
			"	d.bottom.Store(b)\n	d.ownerStores(1)\n	n := b - d.top.Load()\n",
			"	n := b - d.top.Load()\n	d.bottom.Store(b)\n	d.ownerStores(1)\n"},
	}},
	{"chaselev-last-without-cas", "./deque", "Deque/chaselev/PpPPpp/.*=.2", []Patch{
		{"deque/chaselev.go",
			"	won := one && d.ownerCAS(d.top.CompareAndSwap(b, b+1))\n",
			"	won := one\n	d.top.Store(b + 1)\n"},
	}},
	{"chaselev-thief-clears", "./deque", "Deque/chaselev/PpPpPp/.*=.2", []Patch{
		{"deque/chaselev.go",
			"	d.thiefSteals(1)\n",
			"	d.array.Load().slot(t).Store(nil)\n	d.thiefSteals(1)\n"},
	}},
	{"chaselev-slot-after-claim", "./deque", "Deque/chaselev/PPpPpp/.*=.2", []Patch{
		{"deque/chaselev.go",
			"	x := d.array.Load().slot(t).Load()\n",
			""},
		{"deque/chaselev.go",
			"	d.thiefSteals(1)\n",
			"	x := d.array.Load().slot(t).Load()\n	d.thiefSteals(1)\n"},
	}},
	{"split-popped-stays-public", "./deque", "Deque/split$/PPeepp/.*=.2", []Patch{
		{"deque/split.go",
			"	d.end = i\n",
			""},
	}},
	{"split-exposed-stays-private", "./deque", "Deque/split$/PPeepp/.*=.2", []Patch{
		{"deque/split_expose.go",
			"		*slot = nil\n		d.head++\n",
			""},
	}},
	{"split-exposes-youngest", "./deque", "Deque/split$/PPepPo/.*=.2", []Patch{
		{"deque/split_expose.go",
			"		slot := &d.ring[d.head&uint(len(d.ring)-1)]\n",
			"		slot := &d.ring[(d.tail-1)&uint(len(d.ring)-1)]\n"},
		{"deque/split_expose.go",
			"		d.head++\n",
			"		d.tail--\n"},
	}},
	{"split-clears-request-late", "./deque", "Requests/split$/PPoo/.*=.3", []Patch{
		{"deque/split_expose.go",
			"	d.requested.Store(false)\n",
			""},
		{"deque/split_expose.go",
			"	return d.Expose(n)\n",
			"	n = d.Expose(n)\n	d.requested.Store(false)\n	return n\n"},
	}},
	{"split-clears-unserved-request", "./deque", "Requests/split$/oPPoPo/.*=.3", []Patch{
		{"deque/split_expose.go",
			"	if private == 0 {\n",
			"	if private == 0 {\n		d.requested.Store(false)\n"},
	}},
	{"split-leaves-no-request", "./deque", "Deque/split$/PPopPo/.*=.2", []Patch{
		{"deque/split.go",
			"		d.Request()\n		return nil, Empty",
			"		return nil, Empty"},
	}},
	{"split-exposes-beyond-slots", "./deque", "Deque/split$/PPPeee/.*=.2", []Patch{
		{"deque/split_expose.go",
			"	n = min(n, publicSlots-int(d.end-top), int(d.tail-d.head))",
			"	n = min(n, int(d.tail-d.head))"},
	}},
	{"split-bottom-before-slots", "./deque", "Deque/split$/PPeepp/.*=.2", []Patch{
		{"deque/split_expose.go",
			"	for range n {\n",
			"	d.bottom.Store(d.end + int64(n))\n	for range n {\n"},
	}},
	{"split-bottom-lowered-late", "./deque", "Deque/split$/PPeepp/.*=.2", []Patch{
		{"deque/split.go",
			"	d.bottom.Store(i)\n	d.ownerStores(1)\n	if i-d.top.Load() <= 0 {",
			"	top = d.top.Load()\n	d.bottom.Store(i)\n	d.ownerStores(1)\n	if i-top <= 0 {"},
	}},
	{"split-bottom-before-top", "./deque", "Deque/split$/PPeepp/.*=.2", []Patch{
		{"deque/split.go",
			"	i := d.top.Load()\n	if d.bottom.Load()-i <= 0 {",
			"	b := d.bottom.Load()\n	i := d.top.Load()\n	if b-i <= 0 {"},
	}},
	{"split-last-without-cas", "./deque", "Deque/split$/PPeepp/.*=.2", []Patch{
		{"deque/split.go",
			"	won := d.ownerCAS(d.top.CompareAndSwap(i, i+1))\n",
			"	won := d.top.Load() == i\n	d.top.Store(i + 1)\n"},
	}},
	{"split-bottom-not-restored", "./deque", "Deque/split$/PepPep/.*=.2", []Patch{
		{"deque/split.go",
			"	d.bottom.Store(i + 1)\n	d.ownerStores(1)\n	d.forget(i + 1)\n",
			"	d.forget(i + 1)\n	d.end = i\n"},
	}},
	{"split-thief-clears", "./deque", "Deque/split$/PPPeoe/.*=.2", []Patch{
		{"deque/split.go",
			"	d.thiefSteals(1)\n",
			"	d.public[i&(publicSlots-1)].Store(nil)\n	d.thiefSteals(1)\n"},
	}},
	{"split-slot-after-claim", "./deque", "Deque/split$/PPPeoe/.*=.2", []Patch{
		{"deque/split.go",
			"	x := d.public[i&(publicSlots-1)].Load()\n	// ORDER: x was",
			"	// ORDER: x was"},
		{"deque/split.go",
			"	d.thiefSteals(1)\n",
			"	x := d.public[i&(publicSlots-1)].Load()\n	d.thiefSteals(1)\n"},
	}},
	{"split-slots-not-cleared", "./deque", "Deque/split$/PPeepp/.*=.2", []Patch{
		{"deque/split.go",
			"		d.public[d.kept&(publicSlots-1)].Store(nil)\n",
			""},
	}},
	{"locked-batch-counts-after-unlock", "./deque", "Deque/locked-batch", []Patch{
		{"deque/locked_batch.go",
			"	d.resize(d.n - n)\n	d.mu.Unlock()\n",
			"	d.mu.Unlock()\n	d.resize(d.n - n)\n"},
	}},
	{"locked-hides-its-first", "./deque", "Deque/locked/", []Patch{
		{"deque/locked.go",
			"	if (n > 0) != (d.n > 0) {",
			"	if n != 1 {"},
	}},
	{"locked-pops-what-it-saw", "./deque", "Deque/locked/", []Patch{
		{"deque/locked.go",
			"	d.mu.Lock()\n	d.ownerCAS(true)\n	if d.n == 0 {\n		d.mu.Unlock()\n		return nil, Empty\n	}\n",
			"	if d.Empty() {\n		return nil, Empty\n	}\n	d.mu.Lock()\n"},
	}},
}

// bwosFaults are the steps of BWoS whose order, or whose CAS, its comment argues for.
var bwosFaults = []Fault{
	{"bwos-young-stay-exposed", "./deque", "Deque/bwos$/PPepPo/.*=.2", []Patch{
		{"deque/bwos_steal.go", "	d.grant(end)\n", "	d.grant(d.bottom)\n"},
	}},
	{"bwos-granted-before-linked", "./deque", "Deque/bwos-one$/PPeepp/.*=.2", []Patch{
		{"deque/bwos.go", "	next := d.linked(d.bottom)\n	if d.block != nil {\n		d.grant(d.bottom)\n	}\n",
			"	if d.block != nil {\n		d.grant(d.bottom)\n	}\n	next := d.linked(d.bottom)\n"},
	}},
	{"bwos-takes-an-exhausted-block", "./deque", "Requests/bwos$/PeppPe/.*=.3", []Patch{
		{"deque/bwos.go", "		if top == bottom {\n			d.block.below = nil\n			return false\n		}\n", ""},
		{"deque/bwos.go", "		return true\n	}\n}\n", "		return top < bottom\n	}\n}\n"},
	}},
	{"bwos-takes-back-by-store", "./deque", "Deque/bwos$/PPeepp/.*=.2", []Patch{
		{"deque/bwos.go", "		if !d.ownerCAS(b.grants.CompareAndSwap(w, 0)) {\n",
			"		if b.grants.Store(0); false {\n"},
	}},
	{"bwos-thief-claims-by-store", "./deque", "Deque/bwos$/PPeepp/.*=.1_1", []Patch{
		{"deque/bwos_steal.go", "		if d.thiefCAS(b.grants.CompareAndSwap(w, w+1)) {\n",
			"		if b.grants.Store(w + 1); true {\n"},
	}},
	{"bwos-goes-below-low", "./deque", "Deque/bwos$/PPPeep/.*=.2", []Patch{
		{"deque/bwos.go", "		d.enter(b, top, bottom)\n", "		d.enter(b, 0, bottom)\n"},
	}},
	{"bwos-thief-does-not-clear", "./deque", "Deque/bwos$/PPPeep/.*=.2", []Patch{
		{"deque/bwos_steal.go", "			b.slots[top] = nil // and the owner stays away from it (I4, I5)\n", ""},
	}},
	{"bwos-leaves-no-request", "./deque", "Deque/bwos$/PPopPo/.*=.2", []Patch{
		{"deque/bwos_steal.go", "	d.Request()\n	return nil, Empty", "	return nil, Empty"},
	}},
	{"bwos-clears-request-late", "./deque", "Requests/bwos$/PPoo/.*=.3", []Patch{
		{"deque/bwos_steal.go", "	d.requested.Store(false)\n	d.ownerStores(1)\n	return granted + d.Expose(n)\n",
			"	n = granted + d.Expose(n)\n	d.requested.Store(false)\n	return n\n"},
	}},
	{"bwos-clears-unserved-request", "./deque", "Requests/bwos$/oPPoPo/.*=.3", []Patch{
		{"deque/bwos_steal.go", "	if n+granted == 0 {\n", "	if n+granted == 0 {\n		d.requested.Store(false)\n"},
	}},
	{"bwos-first-not-moved", "./deque", "Deque/bwos-one$/PPeepp/.*=.2", []Patch{
		{"deque/bwos_steal.go", "			d.first.CompareAndSwap(b, b.next.Load())\n			b = d.first.Load()\n			continue\n", "			break\n"},
	}},
}
