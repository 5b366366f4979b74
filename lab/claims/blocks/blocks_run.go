package blocks

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/classic"
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// mostLooks are taken for a free machine before a sample.
const mostLooks = 3

// hows are what a member is timed at: as a deque, and in programs.
var hows = []string{"alone", "thief", "tree", "owner", "forks"}

// A queue is what owner and thief call.
type queue interface {
	Push(*int) bool
	Pop() (*int, deque.Outcome)
	Steal() (*int, deque.Outcome)
}

// A member of the family, by itself and in a pool.
type member struct {
	name string
	make func(room int) queue
	pool classic.Deque
}

var members = []member{
	{"chaselev", func(int) queue { return new(deque.ChaseLev[int]) }, classic.ChaseLev},
	{"abp", func(room int) queue { return deque.NewABP[int](room) }, classic.ABP},
	{"stealhalf", func(room int) queue { return deque.NewStealHalf[int](room) }, classic.StealHalf},
	{"split", func(int) queue { return new(deque.Split[int]) }, classic.Split},
	{"splithalf", func(int) queue { return deque.NewSplit[int](true) }, classic.SplitHalf},
	{"bwos", func(int) queue { return new(deque.BWoS[int]) }, classic.BWoS},
	{"locked", func(int) queue { return new(deque.Locked[int]) }, classic.Locked},
}

// time returns the ns for an item that the owner pushed, or for a task of a program.
func (m member) time(how string, r *lab.Runner) (float64, error) {
	burst, bursts := r.Int("burst"), r.Int("bursts")
	switch how {
	case "alone":
		return owner(m.make(burst), burst, bursts), nil
	case "thief":
		d, over, ended := m.make(burst), atomic.Bool{}, make(chan bool)
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			for !over.Load() {
				if _, outcome := d.Steal(); outcome != deque.Got {
					park.Yield()
				}
			}
			ended <- true
		}()
		ns := owner(d, burst, bursts)
		over.Store(true)
		<-ended
		return ns, nil
	}
	return program(m.pool, how, r.Int("tasks"))
}

// owner pushes bursts and pops what thieves leave of them. The first, in which deques grow, does not count.
func owner(d queue, burst, bursts int) (ns float64) {
	items := make([]int, burst)
	polls, _ := d.(interface{ Poll() int })
	var begin time.Time
	for n := range 1 + bursts {
		if n == 1 {
			begin = time.Now()
		}
		for i := range items {
			for !d.Push(&items[i]) { // ABP's array is used up until Pop finds it empty
				d.Pop()
			}
			if polls != nil {
				polls.Poll()
			}
		}
		for outcome := deque.Got; outcome != deque.Empty; {
			_, outcome = d.Pop()
		}
	}
	return float64(time.Since(begin)) / float64(burst*bursts)
}

// program runs tasks of about 1 µs on a pool of two workers, a second time after it has warmed up.
func program(d classic.Deque, how string, tasks int) (ns float64, err error) {
	p, err := classic.New(classic.Config{Workers: 2, Deque: d})
	if err != nil {
		return 0, err
	}
	defer p.Close()
	for range 2 {
		var ran atomic.Int64
		begin := time.Now()
		programs[how](p, tasks, func() { gauge.Burn(1 << 10); ran.Add(1) })
		ns = float64(time.Since(begin)) / float64(tasks)
		if ran.Load() != int64(tasks) {
			return 0, fmt.Errorf("%s on %v: %d tasks of %d have run", how, d, ran.Load(), tasks)
		}
	}
	return ns, nil
}

// programs call task n times.
var programs = map[string]func(p *classic.Pool, n int, task func()){
	"tree": func(p *classic.Pool, n int, task func()) { // each task spawns two [RP22]
		var tree func(w *classic.Worker, n int)
		tree = func(w *classic.Worker, n int) {
			task()
			for _, below := range []int{(n - 1) / 2, n / 2} {
				if below > 0 {
					w.Spawn(func(w *classic.Worker) { tree(w, below) })
				}
			}
		}
		p.Run(func(w *classic.Worker) { tree(w, n) })
	},
	"owner": func(p *classic.Pool, n int, task func()) { // one worker begins with all tasks [AI22]
		p.Run(func(w *classic.Worker) {
			for range n {
				w.Spawn(func(*classic.Worker) { task() })
			}
		})
	},
	"forks": func(p *classic.Pool, n int, task func()) { // a recursion [BZ26]
		var tree func(w *classic.Worker, n int) struct{}
		tree = func(w *classic.Worker, n int) struct{} {
			if n == 1 {
				task()
				return struct{}{}
			}
			f := classic.Fork(w, tree, n/2)
			tree(w, n-n/2)
			return f.Join(w)
		}
		p.Run(func(w *classic.Worker) { tree(w, n) })
	},
}
