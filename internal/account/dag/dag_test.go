package dag

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skua-go/skua/trace"
)

// text returns the ops of d in short: run times in nanoseconds.
func text(d *Dag) string {
	var b strings.Builder
	for _, op := range d.Report().Ops {
		switch op.Op {
		case "run":
			fmt.Fprintf(&b, "%.0f ", op.N*1e9)
		case "loop":
			fmt.Fprintf(&b, "loop(%.0f/%d) ", op.N*1e9, op.Ref)
		case "spawn", "end", "gather":
			fmt.Fprintf(&b, "%s(%d) ", op.Op, op.Ref)
		default:
			fmt.Fprintf(&b, "%s ", op.Op)
		}
	}
	return strings.TrimSpace(b.String())
}

func newDag() *Dag {
	d := new(Dag)
	d.Init()
	return d
}

func want(t *testing.T, d *Dag, ops string) {
	t.Helper()
	if got := text(d); got != ops {
		t.Errorf("got  %s\nwant %s", got, ops)
	}
}

// sum returns the nanoseconds of all ops.
func sum(r *trace.Dag) (ns float64) {
	for _, op := range r.Ops {
		if op.Op == "run" || op.Op == "loop" {
			ns += op.N * 1e9
		}
	}
	return ns
}

// Strands of one site that follow each other are one; a fork has its branches; a loop is one sum.
func TestDag_ops(t *testing.T) {
	d := newDag()
	root := d.Root()
	root.Run(d, 1, 100)
	root.Run(d, 1, 20)
	root.Run(d, 2, 30)
	f := root.Fork(d, 3)
	f.First().Run(d, 3, 7)
	f.Branch().Run(d, 3, 8)
	f.Close(d, root)
	l := root.Loop(d, 4, 50)
	l.First().Run(d, 4, 9)
	inner := l.First().Fork(d, 5)
	inner.First().Run(d, 5, 1)
	inner.Branch().Run(d, 5, 2)
	inner.Close(d, l.First())
	l.Close(d, root)
	c := root.Call(d, 6)
	c.First().Run(d, 6, 11)
	c.Close(d, root)
	root.Run(d, 1, 0) // nothing
	want(t, d, "120 30 fork 7 branch 8 join loop(12/50) call 11 return")
	if r := d.Report(); r.Seconds != 188e-9 || r.Truncated || r.Ops[0].Site != 1 || r.Ops[2].Site != 3 {
		t.Errorf("%+v", r)
	}
}

// What is shorter than the least time becomes a strand when it ends, and a part of a strand before it.
func TestItem_Close(t *testing.T) {
	d := newDag()
	d.Coarsen(100)
	root := d.Root()
	root.Run(d, 1, 40)
	short := root.Fork(d, 2)
	short.First().Run(d, 2, 30)
	short.Branch().Run(d, 2, 20)
	short.Close(d, root)
	want(t, d, "90")
	if d.items != 1 || d.cut != 50 {
		t.Errorf("%d items, %d ns cut", d.items, d.cut)
	}
	long := root.Fork(d, 2)
	long.First().Run(d, 2, 60)
	long.Branch().Run(d, 2, 50)
	long.Close(d, root)
	want(t, d, "90 fork 60 branch 50 join")
	exact := root.Call(d, 2)
	exact.First().Run(d, 2, 100)
	exact.Close(d, root)
	want(t, d, "90 fork 60 branch 50 join call 100 return")
	if d.items != 5+1 { // strands: 1+1+1+1; items: fork and call
		t.Errorf("%d items", d.items)
	}
}

// Short tasks of a group count together; a long one is kept. What a short one has spawned and not waited
// for goes to its own group, also what ends later.
func TestItem_Task(t *testing.T) {
	d := newDag()
	root := d.Root()
	g := root.Tasks(d, 3, 9)
	short, long := root.Inside(d), root.Inside(d)
	short.Run(d, 3, 500)
	inner := short.Tasks(d, 4, 9)
	late, early := short.Inside(d), short.Inside(d)
	early.Run(d, 4, 100)
	late.Run(d, 4, 200)
	inner.Task(d, 4, early)
	g.Task(d, 3, short)
	inner.Task(d, 4, late) // of a group that is another's by now
	long.Run(d, 3, shortTask)
	g.Task(d, 3, long)
	root.Gather(d, 9)
	want(t, d, "spawn(9) loop(800/3) end(9) spawn(9) 20000 end(9) gather(9)")
	if r := d.Report(); sum(r) != 20800 || r.Seconds != 20800e-9 {
		t.Errorf("%v ns in %+v", sum(r), r)
	}
}

// Tasks that began during an open call are before it, and behind one that has ended.
func TestSeq_TasksBefore(t *testing.T) {
	d := newDag()
	root := d.Root()
	over := root.Call(d, 1)
	over.First().Run(d, 1, 5)
	over.Close(d, root)
	root.Call(d, 2).First().Run(d, 2, 6)
	g := root.TasksBefore(d, 3, 7)
	s := root.Inside(d)
	s.Run(d, 3, 50)
	g.Task(d, 3, s)
	want(t, d, "call 5 return spawn(7) loop(50/1) end(7) call 6 return")
}

// A fork whose tasks are waited for outside is kept, however short; one that waits for them is not.
func TestItem_plain(t *testing.T) {
	d := newDag()
	d.Coarsen(1000)
	root := d.Root()
	for _, inside := range []bool{true, false} {
		f := root.Fork(d, 1)
		g := f.First().Tasks(d, 2, 5)
		s := f.First().Inside(d)
		s.Run(d, 2, 10)
		g.Task(d, 2, s)
		if inside {
			f.Branch().Gather(d, 5)
		}
		f.Close(d, root)
	}
	want(t, d, "10 fork spawn(5) loop(10/1) end(5) branch join")
}

// However small the dag is made, its time stays, and what is open or long stays too.
func TestDag_prune(t *testing.T) {
	d := newDag()
	root := d.Root()
	open := root.Call(d, 1)
	total := int64(0)
	for k := range int64(3 * maxItems) {
		f := open.First().Fork(d, int(k%7))
		f.First().Run(d, 1, 300+k%50)
		f.Branch().Run(d, 2, 400)
		f.Close(d, open.First())
		total += 700 + k%50
		if k%10_000 == 0 {
			long := open.First().Fork(d, 5)
			long.First().Run(d, 5, 1e9)
			long.Close(d, open.First())
			total += 1e9
		}
	}
	r := d.Report()
	if got := sum(r); int64(got+0.5) != total || int64(r.Seconds*1e9+0.5) != total {
		t.Errorf("%v ns, or %v s, of %d ns", got, r.Seconds, total)
	}
	forks, calls := 0, 0
	for _, op := range r.Ops {
		switch op.Op {
		case "fork":
			forks++
		case "call":
			calls++
		}
	}
	if calls != 1 || forks < 5 || d.items > maxItems || len(r.Ops) > 4*maxItems || d.least < 1000 || r.Truncated {
		t.Errorf("%d calls, %d forks, %d items, %d ops, from %d ns on, truncated %v",
			calls, forks, d.items, len(r.Ops), d.least, r.Truncated)
	}
}

// A fork's time has that of the tasks spawned inside, short and long; a short task's that of its calls.
func TestSeq_total(t *testing.T) {
	d := newDag()
	root := d.Root()
	f := root.Fork(d, 1)
	g := f.First().Tasks(d, 2, 5)
	long, short := f.First().Inside(d), f.First().Inside(d)
	long.Run(d, 2, 30_000)
	c := short.Call(d, 3)
	inner := c.First().Tasks(d, 4, 6)
	task := c.First().Inside(d)
	task.Run(d, 4, 70)
	inner.Task(d, 4, task)
	c.First().Run(d, 3, 5)
	c.Close(d, short)
	g.Task(d, 2, long)
	g.Task(d, 2, short)
	f.Close(d, root)
	if f.ns != 30_075 || g.n != 2 || g.ns != 75 || d.cut != 70 {
		t.Errorf("the fork has %d ns, the group %d tasks of %d ns, %d ns are cut", f.ns, g.n, g.ns, d.cut)
	}
	want(t, d, "fork spawn(5) loop(75/2) end(5) spawn(5) 30000 end(5) branch join")
}

// To prune makes short forks strands and short tasks numbers, and says how much that was.
func TestDag_prune_cut(t *testing.T) {
	d := newDag()
	root := d.Root()
	f := root.Fork(d, 1)
	f.First().Run(d, 1, 600)
	f.Close(d, root)
	open := root.Call(d, 1)
	open.First().Run(d, 1, 10)
	g := root.Tasks(d, 2, 5)
	s := root.Inside(d)
	s.Run(d, 2, shortTask)
	g.Task(d, 2, s)
	d.least = shortTask
	d.prune()
	want(t, d, "600 call 10 return spawn(5) loop(20000/1) end(5)")
	if d.cut != 600 || d.least != 2*shortTask || d.items != 4 {
		t.Errorf("%d ns are cut, from %d ns on items are kept, and there are %d", d.cut, d.least, d.items)
	}
	d.cut = 2_000 // of 20,610
	if !d.Report().Truncated {
		t.Error("a tenth is cut, and the report does not say so")
	}
}

// Indices of a loop that took much longer than the others are kept by themselves, beside the rest.
func TestDag_pieces(t *testing.T) {
	d := newDag()
	l := d.Root().Loop(d, 1, 10)
	for k := range int64(10) {
		ns := int64(100_000)
		if k == 7 {
			ns = 2_000_000
		}
		l.First().Run(d, 1, ns)
		l.Piece(ns, 1)
	}
	l.Close(d, d.Root())
	want(t, d, "fork 2000000 branch loop(900000/9) join")
	even := d.Root().Loop(d, 1, 2)
	even.First().Run(d, 1, 4_000_000)
	even.Piece(2_000_000, 1)
	even.Close(d, d.Root())
	want(t, d, "fork 2000000 branch loop(900000/9) join loop(4000000/2)")
}
