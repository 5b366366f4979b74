package each

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// words returns ::: and the numbers from 1 to n.
func words(n int) []string {
	all := []string{":::"}
	for i := range n {
		all = append(all, fmt.Sprint(i+1))
	}
	return all
}

// TestPack_even wants equal shares of a short list, one command for each slot.
func TestPack_even(t *testing.T) {
	s := mustPlan(t, nil, slots(4), append([]string{"-X", "echo", "p{}"}, words(10)...)...)
	for slot, want := range []string{"echo p1 p2 p3", "echo p4 p5 p6", "echo p7 p8 p9", "echo p10"} {
		if it := next(t, s, slot); it.Label != want || it.Seq != slot+1 || it.First != 3*slot {
			t.Errorf("slot %d: %+v, want %s", slot, it, want)
		}
	}
	none(t, s, 0)
}

// TestPack_halves wants that a command takes half of what its slot has, but at least --min.
func TestPack_halves(t *testing.T) {
	s := mustPlan(t, nil, slots(2), append([]string{"-X", "--min", "4", "echo"}, words(64)...)...)
	first, at := next(t, s, 1), 0
	for _, want := range []int{16, 8, 4, 4} {
		if first.Inputs != want || first.First != at {
			t.Fatalf("%d inputs from %d on, want %d from %d on", first.Inputs, first.First, want, at)
		}
		at += want
		first = next(t, s, 1)
	}
	if first.First != 32 { // the other share, which nobody had asked for
		t.Fatalf("then inputs from %d on, want the share that was left", first.First)
	}
}

// TestPack_steal wants that an idle slot takes the upper half of what another has not
// started, or all of it where half is not worth a process.
func TestPack_steal(t *testing.T) {
	s := mustPlan(t, nil, slots(2), append([]string{"-X", "--min", "2", "echo"}, words(64)...)...)
	victim := next(t, s, 0) // 0 to 15 of 0 to 31
	for at := 32; at < 64; {
		at += next(t, s, 1).Inputs
	}
	stolen := next(t, s, 1) // half of 24 to 31
	if victim.First != 0 || victim.Inputs != 16 || stolen.First != 24 || stolen.Inputs != 4 {
		t.Fatalf("victim has %d inputs from %d on, thief %d from %d on, want 16 from 0 on and 4 from 24 on",
			victim.Inputs, victim.First, stolen.Inputs, stolen.First)
	}
	for at := 28; at < 32; {
		it := next(t, s, 1)
		if it.First != at {
			t.Fatalf("the thief goes on at %d, want %d", it.First, at)
		}
		at += it.Inputs
	}
	next(t, s, 0) // 16 to 19 of 16 to 23
	next(t, s, 1) // half of 20 to 23
	if all := next(t, s, 2); all.First != 20 || all.Inputs != 2 {
		t.Fatalf("a third slot has %d inputs from %d on, want all that slot 0 has not started", all.Inputs, all.First)
	}
	none(t, s, 0)
	none(t, s, 3)
}

// TestPack_return wants an item back as it was, for any slot.
func TestPack_return(t *testing.T) {
	s := mustPlan(t, nil, slots(2), append([]string{"-X", "echo", "{%}"}, words(4)...)...)
	it := next(t, s, 0)
	s.Return(it)
	if again := next(t, s, 1); again != it || again.Label != "echo 2" || again.Inputs != 2 {
		t.Errorf("after Return: %+v, want the same item", again)
	}
}

// TestPack_concurrent wants each input once, while slots steal from each other and items come
// back.
func TestPack_concurrent(t *testing.T) {
	const inputs = 100000
	for _, flags := range [][]string{{"-X", "--min", "1"}, {"-X"}, {"--xargs"}, {"-m", "-n", "100"}, {"-X", "-s", "100"}} {
		s := mustPlan(t, &countingReader{n: inputs}, slots(8), append(flags, "echo")...)
		kept := covers(t, s, 8, inputs)
		for _, it := range kept {
			c := it.Payload.(*Command)
			if flags[0] == "-m" && it.Inputs > 100 || flags[len(flags)-1] == "100" && flags[1] == "-s" && len(c.Text())+1 > 100 || len(c.Text()) >= 128<<10 {
				t.Fatalf("%q: a command with %d inputs and %d bytes", flags, it.Inputs, len(c.Text()))
			}
		}
	}
}

// TestPack_xargs wants as much as fits, and one slot alone to take all.
func TestPack_xargs(t *testing.T) {
	line := append([]string{"--xargs", "-s", "20", "echo"}, words(9)...)
	if got := strings.Join(texts(drain(t, mustPlan(t, nil, slots(4), line...), 0)), ","); got != "echo 1 2 3 4 5 6 7,echo 8 9" {
		t.Errorf("--xargs -s 20: %s", got)
	}
	line = append([]string{"--xargs", "-s", "400", "echo"}, words(900)...)
	for i, it := range drain(t, mustPlan(t, nil, slots(4), line...), 0) {
		if n := len(it.Label) + 1; n > 400 || n <= 396 && it.First+it.Inputs < 900 {
			t.Errorf("command %d has %d bytes, and 400 are allowed", i+1, n)
		}
	}
	line = append([]string{"-X", "echo"}, words(900)...)
	if got := drain(t, mustPlan(t, nil, slots(1), line...), 0); len(got) != 1 {
		t.Errorf("-X with one slot makes %d commands, want 1", len(got))
	}
	s := mustPlan(t, nil, slots(1), "-X", "-s", "10", "echo", ":::", "1", "23456")
	if got := texts(drain(t, s, 0)); len(got) != 1 || s.Err() == nil || !strings.Contains(s.Err().Error(), "input 2: a command of 11 bytes") {
		t.Errorf("%q and %v, want one command, and an error for input 2", got, s.Err())
	}
}

// TestPace wants that commands become as large as lasts.
func TestPace(t *testing.T) {
	var p pace
	if p.least() != firstLeast {
		t.Errorf("at first %d inputs, want %d", p.least(), firstLeast)
	}
	p.each = 10 * time.Microsecond
	if p.least() != 2000 {
		t.Errorf("%d inputs of 10 µs are worth a process, want 2000", p.least())
	}
	p.each = time.Second
	if p.least() != 1 {
		t.Errorf("%d inputs of a second are worth a process, want 1", p.least())
	}
	p.ended(time.Now(), 0)
	if p.each != time.Second {
		t.Error("a slot that has run nothing teaches something")
	}
	p.ended(time.Now().Add(-4*time.Second), 4)
	if p.each < time.Second || p.each > time.Minute {
		t.Errorf("after 4 inputs in 4 s an input takes %v", p.each)
	}
	p.given = 3
	if p.least() != 3 {
		t.Errorf("with --min 3: %d", p.least())
	}
}
