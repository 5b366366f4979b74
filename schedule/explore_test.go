package schedule_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/schedule"
)

func contains(s, part string) bool { return strings.Contains(s, part) }

// order returns the order in which four branches and tasks run.
func order(p skua.Place) string {
	var l list[string]
	skua.Join(p,
		func(w *skua.Worker) {
			skua.Join(w, func(*skua.Worker) { l.add("a") }, func(*skua.Worker) { l.add("b") })
		},
		func(w *skua.Worker) {
			skua.Join(w, func(*skua.Worker) { l.add("c") }, func(*skua.Worker) { l.add("d") })
		})
	return strings.Join(l.all, "")
}

// TestReplay: the schedule that a failure names shows the same result again, by Replay and by the
// environment.
func TestReplay(t *testing.T) {
	r := recorded(func(t schedule.T) { schedule.Explore(t, order) })
	name := regexp.MustCompile(`SKUA_SCHEDULE=(\S+)`).FindStringSubmatch(r.said)
	result := regexp.MustCompile(name[1] + `: +"(\w+)"`).FindStringSubmatch(r.said)
	for range 10 {
		if got := schedule.Replay(t, name[1], order); got != result[1] {
			t.Errorf("%s: %s, then %s", name[1], result[1], got)
		}
	}
	t.Setenv(schedule.Environment, name[1])
	if again := recorded(func(t schedule.T) { schedule.Explore(t, order) }); !contains(again.said, `"`+result[1]+`"`) {
		t.Errorf("with %s=%s Explore says %q", schedule.Environment, name[1], again.said)
	}
	t.Setenv(schedule.Environment, "serial")
	schedule.Explore(t, order)
}

// TestNames: the schedules without a seed are what their names say.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{"serial": "abcd", "left": "abcd", "right": "dcba"} {
		if got := schedule.Replay(t, name, order); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestExplore_reaches: a hundred schedules have half of the orders in which four branches can run, and
// six hundred have them all: the night runs a thousand. Other seeds have other schedules.
func TestExplore_reaches(t *testing.T) {
	orders := func(n int, seed uint64) (seen []string) {
		program := func(p skua.Place) int { seen = append(seen, order(p)); return 0 }
		schedule.Explore(t, program, schedule.Count(n), schedule.Seed(seed))
		return seen
	}
	first := orders(100, 0)
	for want, seen := range map[int][]string{12: first, 24: orders(expect.Size(600, 600, 1000), 0)} {
		if all := slices.Compact(slices.Sorted(slices.Values(seen))); len(all) < want {
			t.Errorf("%d orders of 24 in %d runs, want %d: %v", len(all), len(seen), want, all)
		}
	}
	if len(first) != 100 || slices.Equal(first, orders(100, 1000)) || !slices.Equal(first, orders(100, 0)) {
		t.Error("the seed does not say which schedules they are")
	}
}

// TestEqual: an option says which results are the same.
func TestEqual(t *testing.T) {
	schedule.Explore(t, func(skua.Place) []int {
		var l list[int]
		par.For(5, l.add)
		return l.all
	}, schedule.Equal(func(a, b []int) bool {
		return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
	}))
}

// TestMisuse: what is wrong with a call is said by a panic.
func TestMisuse(t *testing.T) {
	one := func(skua.Place) int { return 1 }
	for want, f := range map[string]func(){
		"Explore needs a test":    func() { schedule.Explore(nil, one) },
		"Explore needs a program": func() { schedule.Explore[int](t, nil) },
		"option":                  func() { schedule.Explore(t, one, nil) },
		"less than 4":             func() { schedule.Count(3) },
		"Equal needs a function":  func() { schedule.Equal[int](nil) },
		"Equal got a func(string, string) bool, and the program returns a int": func() {
			schedule.Explore(t, one, schedule.Equal(func(a, b string) bool { return a == b }))
		},
		"Replay needs a test":    func() { schedule.Replay(nil, "serial", one) },
		"Replay needs a program": func() { schedule.Replay[int](t, "serial", nil) },
		`no schedule is called "fair": the names are serial, right, left, and random-`: func() { schedule.Replay(t, "fair", one) },
		`no schedule is called "random-"`:                                              func() { schedule.Replay(t, "random-", one) },
		"SKUA_SCHEDULE says": func() {
			t.Setenv(schedule.Environment, "fair")
			schedule.Explore(t, one)
		},
	} {
		if said := panics(f); !strings.HasPrefix(said, "schedule: ") || !contains(said, want) {
			t.Errorf("%q, want %q in it", said, want)
		}
	}
}

func panics(f func()) (said string) {
	defer func() { said = fmt.Sprint(recover()) }()
	f()
	return
}

// BenchmarkExplore is what a schedule costs, and each point in it.
func BenchmarkExplore(b *testing.B) {
	for _, n := range []int{2, 10} {
		b.Run(fmt.Sprint("fib=", n), func(b *testing.B) {
			for b.Loop() {
				schedule.Replay(b, "random-1", func(p skua.Place) int { return fib.On(p, n) })
			}
		})
	}
}

// BenchmarkBlocking is what 40 functions in Blocking cost, beside goroutines that compute.
func BenchmarkBlocking(b *testing.B) {
	for _, n := range []int{0, 4} {
		b.Run(fmt.Sprint("beside=", n), func(b *testing.B) {
			var over atomic.Bool
			defer over.Store(true)
			for range n {
				go func() {
					for !over.Load() {
					}
				}()
			}
			for b.Loop() {
				schedule.Replay(b, "random-1", handOver)
			}
		})
	}
}

// handOver hands numbers over from one task to another.
func handOver(p skua.Place) int {
	c, sum := make(chan int), 0
	skua.Join(p,
		func(w *skua.Worker) {
			for i := range 20 {
				skua.Blocking(w, func() { c <- i })
			}
		},
		func(w *skua.Worker) {
			for range 20 {
				skua.Blocking(w, func() { sum += <-c })
			}
		})
	return sum
}
