package overlay

// shmFaults are the rules by which tasks in shared memory survive a kill, each left out
// once.
var shmFaults = []Fault{
	{"shm-loot-after-cut", "./cluster/shm", "Thief", []Patch{
		{"cluster/shm/steal.go",
			"	p.writeLoot(loot[:k])\n	if !d.cut(r, have, k) {\n		return 0, true, false\n	}\n",
			"	if !d.cut(r, have, k) {\n		return 0, true, false\n	}\n	p.writeLoot(loot[:k])\n"},
	}},
	{"shm-loot-cleared-early", "./cluster/shm", "Thief", []Patch{
		{"cluster/shm/steal.go",
			"	crashPoint(\"cut\")\n",
			"	p.u32(p.placeAt(p.me, pLootN)).Store(0)\n"},
	}},
	{"shm-loot-not-recovered", "./cluster/shm", "Thief", []Patch{
		{"cluster/shm/recover.go",
			"	p.takeLoot(q)\n",
			""},
	}},
	{"shm-first-of-the-loot-not-relabelled", "./cluster/shm", "Thief/at_once", []Patch{
		{"cluster/shm/steal.go",
			"		if p.adopt(h) {\n",
			"		if len(ours) == 0 || p.adopt(h) {\n"},
	}},
	{"shm-own-loot-skipped", "./cluster/shm", "Thief/.*from_the_survivor", []Patch{
		{"cluster/shm/recover.go",
			"		if p.adopt(h) {\n",
			"		if word(p.word(h.task()).Load()).label() != p.lab && p.adopt(h) {\n"},
	}},
	{"shm-loot-read-twice", "./cluster/shm", "LootOverwritten", []Patch{
		{"cluster/shm/recover.go",
			"			p.push(h)\n",
			"			p.push(hint(p.u64(p.placeAt(q, pLoot+8*i)).Load()))\n"},
	}},
	{"shm-word-before-payload", "./cluster/shm", "Submitter", []Patch{
		{"cluster/shm/place.go",
			"type place struct {\n",
			"type place struct {\n	late func()\n"},
		{"cluster/shm/task.go",
			"	p.setHead(i, headOf(handler, len(payload), block))\n	if block == 0 {",
			"	if p.late = func() { p.late = nil; p.fill(i, handler, payload, block) }; p.me < 0 {"},
		{"cluster/shm/task.go",
			"	a.Store(uint64(w))\n	crashPoint(\"submit-word\")\n",
			"	a.Store(uint64(w))\n	crashPoint(\"submit-word\")\n	a.Load()\n	p.setHead(i, headOf(0, 8, 0))\n	p.late()\n"},
	}},
	{"shm-hint-before-word", "./cluster/shm", "Recoverer/thief=false/slow=true", []Patch{
		{"cluster/shm/recover.go",
			"			if a.CompareAndSwap(uint64(w), uint64(mine)) {\n				crashPoint(\"rec-relabel\")\n				p.push(hintOf(mine, i))\n",
			"			p.push(hintOf(mine, i))\n			if a.CompareAndSwap(uint64(w), uint64(mine)) {\n"},
	}},
	{"shm-result-over-payload", "./cluster/shm", "Submitter", []Patch{
		{"cluster/shm/layout.go",
			"		return sNear + tinyIn\n",
			"		return sNear\n"},
	}},
	{"shm-claim-by-store", "./cluster/shm", "Recoverer/thief=true", []Patch{
		{"cluster/shm/task.go",
			"		if mine := w.claimedBy(p.lab); a.CompareAndSwap(uint64(w), uint64(mine)) {\n",
			"		if mine := w.claimedBy(p.lab); true {\n			a.Store(uint64(mine))\n"},
	}},
	{"shm-marked-before-the-scan", "./cluster/shm", "Recoverer", []Patch{
		{"cluster/shm/recover.go",
			"	p.sweep(q, r.recovered(), top)\n",
			"	p.markRecovered(q, top)\n	p.sweep(q, r.recovered(), top)\n"},
	}},
	{"shm-label-without-incarnation", "./cluster/shm", "ScanOvertaken", []Patch{
		{"cluster/shm/recover.go",
			"				l.place() != q || l.incarnation() <= rec || l.incarnation() > top {\n",
			"				l.place() != q {\n"},
	}},
	{"shm-registered-before-the-lock", "./cluster/shm", "Rejoin", []Patch{
		{"cluster/shm/place.go",
			"	if !k.lock(p, inc) {\n		return 0, errTaken\n	}\n	crashPoint(\"join-lock\")\n",
			""},
		{"cluster/shm/place.go",
			"	crashPoint(\"join-registered\")\n",
			"	k.lock(p, inc)\n"},
	}},
	{"shm-joiner-locks-a-dead-number", "./cluster/shm", "Joiners", []Patch{
		{"cluster/shm/place.go",
			"	if !k.lock(p, joining) {\n		return 0, errTaken\n	}\n	defer k.unlock(p, joining)\n	r := registry(m.registry(p).Load())\n",
			"	r := registry(m.registry(p).Load())\n"},
	}},
	{"shm-joiner-steals-first", "./cluster/shm", "Rejoin/slow=true", []Patch{
		{"cluster/shm/place.go",
			"	pl.recoverAll()\n",
			""},
	}},
	{"shm-death-guessed", "./cluster/shm", "Stopped", []Patch{
		{"cluster/shm/recover.go",
			"	if q == p.me || p.k.alive(q, top) {\n",
			"	if q == p.me {\n"},
	}},
	{"shm-recovery-wakes-none", "./cluster/shm", "WakeHome", []Patch{
		{"cluster/shm/recover.go",
			"	p.wakeAll()\n",
			""},
	}},
	{"shm-recovery-wakes-after-the-mark", "./cluster/shm", "WakeHomeStopped", []Patch{
		{"cluster/shm/recover.go",
			"	p.wakeAll()\n	p.markRecovered(q, top)\n",
			"	p.markRecovered(q, top)\n	p.wakeAll()\n"},
	}},
	{"shm-wake-in-two-steps", "./cluster/shm", "WakeStopped", []Patch{
		{"cluster/shm/wake.go",
			"			p.k.wakeStore0(p.asleep(q))\n			return\n",
			"			p.asleep(q).Store(0)\n			p.k.wakeStore0(p.asleep(q))\n			return\n"},
	}},
	{"shm-look-before-the-word", "./cluster/shm", "Wake", []Patch{
		{"cluster/shm/wake.go",
			"	w.Store(1)\n	crashPoint(\"asleep\")\n	if !look() {\n",
			"	ready := look()\n	w.Store(1)\n	if !ready {\n"},
	}},
	{"shm-adopted-without-a-hint", "./cluster/shm", "Stopped", []Patch{
		{"cluster/shm/adopt.go",
			"	p.push(found[:n]...)\n",
			""},
	}},
	{"shm-purge-forgets", "./cluster/shm", "Full", []Patch{
		{"cluster/shm/place.go",
			"		if p.waitsHere(h) {\n			kept = append(kept, h)\n		}\n	}\n	slices",
			"		if h.task() == 0 {\n			kept = append(kept, h)\n		}\n	}\n	slices"},
	}},
	{"shm-recorded-by-store", "./cluster/shm", "Lease", []Patch{
		{"cluster/shm/task.go",
			"	if !p.word(t.i).CompareAndSwap(uint64(t.w), uint64(t.w.doneIn(p.me, block))) {\n		return false\n	}\n",
			"	p.word(t.i).Store(uint64(t.w.doneIn(p.me, block)))\n"},
	}},
	{"shm-oldest-taken-by-store", "./cluster/shm", "ShmDeque", []Patch{
		{"cluster/shm/deque.go",
			"	if !d.cut(r, n, k) {\n		return 0\n	}\n	return int(k)\n",
			"	d.sr.Store(uint64(r.robbed(n, k)))\n	return int(k)\n"},
	}},
	{"shm-pop-without-swap", "./cluster/shm", "ShmDeque", []Patch{
		{"cluster/shm/deque.go",
			"	if left < r.length() && (left < 0 || !d.set(r, 0)) {\n",
			"	if left < 0 {\n"},
	}},
}
