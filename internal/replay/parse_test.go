package replay

import (
	"strings"
	"testing"
)

// head is the beginning of a file, of six lines, with a guest 1 and residents 2 and 3 in a pool.
const head = format + `
program 0 go test
pool 1 workers 4
site 1 /a b/main.go:7 main.main
worker 1 pool 1 guest
worker 2 pool 1 resident
worker 3 pool 1 resident
`

// TestParse reads a whole recording.
func TestParse(t *testing.T) {
	r, err := parse(strings.NewReader(head + `1.1 call 0.1.1
2.1 fork 1.1.2
3.1 range 1.1.3 50 60
2.1 end 4
2.2 range 1.1.3 60 100
3.2 range 2.2.0 80 100 after 2
2.2 end 0 cut
1.1 stop 3 7
quiet
`))
	if err != nil {
		t.Fatal(err)
	}
	if !r.whole || r.left != 5+0 || len(r.lists[2]) != 2 || r.workers[1] != 4 || r.names[1] != "/a b/main.go:7" {
		t.Errorf("got %+v", r)
	}
	if len(r.stops) != 1 || r.stops[Place{1, 1, 3}] != 7 {
		t.Errorf("the loops that were stopped are %v", r.stops)
	}
	call, fork, rng := r.byID[[2]int{1, 1}], r.byID[[2]int{2, 1}], r.byID[[2]int{2, 2}]
	if len(call.spots) != 2 || call.spots[0].takes[0] != fork || call.spots[1].takes[0] != rng || call.events != -1 {
		t.Errorf("the call has %+v", call)
	}
	if fork.events != 4 || fork.cut || !rng.cut || rng.spots[0].takes[0].After != 2 || fork.line != 9 {
		t.Errorf("got %+v and %+v", fork, rng)
	}
}

// TestParse_cut reads recordings of programs that died.
func TestParse_cut(t *testing.T) {
	r, err := parse(strings.NewReader(head + "1.1 call 0.1.1\n2.1 range 1.1.3 50 60\n3.1 range 2.1.1 2 3\n3.2 range 1.1.3 80 100\n"))
	if err != nil || r.whole {
		t.Fatal(r, err)
	}
	if r.left != 2 || !r.byID[[2]int{2, 1}].void || !r.byID[[2]int{3, 1}].void || r.byID[[2]int{3, 2}].void {
		t.Errorf("of 4 takes, 2 of them behind a gap, %d are left", r.left)
	}
}

// TestParse_wrong: what is wrong with a file is said with the line, and what is allowed there.
func TestParse_wrong(t *testing.T) {
	call := head + "1.1 call 0.1.1\n"
	for _, c := range []struct{ name, file, want string }{
		{"nothing", "", "line 1: the file ends"},
		{"another file", "package main\n", `line 1: "package main"; allowed: "skua schedule 1"`},
		{"another format", "skua schedule 2\n", `allowed: "skua schedule 1"`},
		{"no program", format + "\npool 1 workers 2\n", "line 2"},
		{"cut off in a line", call + "2.1 fork 1.1", "line 9: the file ends in the middle of this line"},
		{"a line that is too long", format + strings.Repeat("x", 1<<17) + "\n", "line 1: it cannot be read"},
		{"binary", call + "\x00\xff\n", `line 9: "\x00\xff"; allowed: pool N`},
		{"an empty line", call + "\n", "line 9"},
		{"a word too many", call + "2.1 fork 1.1.1 x\n", "line 9"},
		{"no place", call + "2.1 fork\n", "line 9"},
		{"a place with two numbers", call + "2.1 fork 1.1\n", "line 9"},
		{"a number with a sign", call + "2.1 fork 1.1.+1\n", "line 9"},
		{"a huge number", call + "2.1 fork 1.1.999999999999999999\n", "line 9"},
		{"a take of a worker that is not known", call + "9.1 fork 1.1.1\n", "line 9"},
		{"a take that is not the next", call + "2.2 fork 1.1.1\n", "line 9"},
		{"a take twice", call + "2.1 fork 1.1.1\n2.1 fork 1.1.2\n", "line 10"},
		{"a fork that is taken twice", call + "2.1 fork 1.1.1\n3.1 fork 1.1.1\n", "line 10"},
		{"from a take that was not", call + "2.1 fork 1.2.1\n", "line 9"},
		{"a fork in no task", call + "2.1 fork 0.1.2\n", "line 9"},
		{"an event before the first", call + "2.1 fork 1.1.0\n", "line 9"},
		{"a site that is not known", head + "1.1 call 0.2.1\n", "line 8"},
		{"a range without an end", call + "2.1 range 1.1.1 5\n", "line 9"},
		{"an empty range", call + "2.1 range 1.1.1 5 5\n", "line 9"},
		{"a gap between ranges", call + "2.1 range 1.1.1 50 60\n3.1 range 1.1.1 70 80\nquiet\n", `line 9: "2.1 range 1.1.1 50 60", which has a gap`},
		{"an end of nothing", call + "2.1 end 1\n", "line 9"},
		{"two ends", call + "1.1 end 1\n1.1 end 1\n", "line 10"},
		{"an end without a number", call + "1.1 end\n", "line 9"},
		{"a stop of nothing", call + "2.1 stop 1 1\n", "line 9"},
		{"a stop without a number", call + "1.1 stop 1\n", "line 9"},
		{"a stop before its loop", call + "1.1 stop 2 1\n", "line 9"},
		{"a stop of no event", call + "1.1 stop 0 1\n", "line 9"},
		{"a stop twice", call + "1.1 stop 1 1\n1.1 stop 1 2\n", "line 10"},
		{"another word than cut", call + "1.1 end 1 cutt\n", "line 9"},
		{"a pool twice", head + "pool 1 workers 2\n", "line 8"},
		{"a worker twice", head + "worker 2 pool 1 guest\n", "line 8"},
		{"a worker of no pool", head + "worker 4 pool 2 guest\n", "line 8"},
		{"a worker 0", head + "worker 0 pool 1 guest\n", "line 8"},
		{"a site without a line", head + "site 2 main.go main.main\n", "line 8"},
		{"a site out of order", head + "site 3 main.go:1 main.main\n", "line 8"},
		{"calls that cannot be told apart", call + "unsure 0.1.1\nquiet\n", "several goroutines"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := parse(strings.NewReader(c.file)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

// TestTake writes what parse reads.
func TestTake(t *testing.T) {
	for _, line := range []string{"2.1 fork 1.1.2", "2.1 task 1.1.3 after 7", "2.1 range 1.1.4 -5 60", "2.1 range 1.1.4 5 60 after 1"} {
		r, err := parse(strings.NewReader(head + "1.1 call 0.1.1\n" + line + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		if got := r.byID[[2]int{2, 1}].String(); got != line {
			t.Errorf("got %q, want %q", got, line)
		}
	}
}

// TestParse_end reads what a recording says of its end, and of calls that did not come in.
func TestParse_end(t *testing.T) {
	call := head + "1.1 call 0.1.1\n1.1 end 0\n"
	for _, c := range []struct {
		file          string
		whole, closed bool
		last          int64
	}{
		{call, false, false, 1},
		{call + "quiet\n", true, false, 1},
		{call + "gone 0.1.3\nquiet\nclosed\n", true, true, 3},
	} {
		r, err := parse(strings.NewReader(c.file))
		if err != nil {
			t.Fatal(err)
		}
		if r.whole != c.whole || r.closed != c.closed || r.last[1] != c.last || r.gone[Place{0, 1, 3}] != c.closed {
			t.Errorf("%q: got %+v", c.file, r)
		}
	}
	for _, wrong := range []string{"closed\n", "quiet\nclosed\nquiet\n", "gone 1\n", "gone\n"} {
		if _, err := parse(strings.NewReader(call + wrong)); err == nil {
			t.Errorf("%q was read", wrong)
		}
	}
}
