// Command run runs a program in the virtual machine room, or, if it is built without the overlay, on
// the real machine:
//
//	go run ./verify/room/build -o DIR       # writes DIR/room, and DIR/real
//	DIR/room tree -p 64 depth=17 leaf=1000            # one line of JSON for the last repetition
//	DIR/room tree -p 64 -stalls 10                    # and the lines where virtual time stalls
//	DIR/room tree -p 64 -timeline 40us                # and what processors do, in each 40 µs
//	DIR/real tree -p 2                                # the same for real: medians
//	DIR/real calibrate                                # what things cost here, for -costs
package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/classic"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/verify/room"
	"github.com/skua-go/skua/verify/room/program"
)

// Line is what one run prints.
type Line struct {
	Program     string
	Params      program.Params
	Workers     int
	Real        bool
	Nanoseconds float64        // of a repetition, or what the program is judged by; for real the median
	Tenth       float64        `json:",omitempty"` // for real: what a tenth of them is below
	Speedup     float64        `json:",omitempty"` // its work by that time
	Tally       *room.Tally    `json:",omitempty"`
	Stats       *skua.Stats    `json:",omitempty"`
	Classic     *classic.Stats `json:",omitempty"` // of a program of package classic
	Took        float64        // seconds of real time for everything
}

type options struct {
	workers, repeat, stalls int
	config                  room.Config
	expose, keep            string // of the policy
}

// pool returns a pool with the workers and the policy that the command line says.
func (o *options) pool() (*skua.Pool, error) {
	expose, known := map[string]policy.Expose{"one": policy.ExposeOne, "half": policy.ExposeHalf}[o.expose]
	if !known {
		return nil, fmt.Errorf("expose %q is none of one and half", o.expose)
	}
	keep, known := map[string]policy.Keep{"hungry": policy.KeepHungry, "always": policy.KeepAlways, "never": policy.KeepNever}[o.keep]
	if !known {
		return nil, fmt.Errorf("keep %q is none of hungry, always and never", o.keep)
	}
	return sched.Facade(sched.New(crew.Config{Workers: o.workers, Expose: expose, Keep: keep})).(*skua.Pool), nil
}

func main() {
	if err := startRun(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		os.Exit(1)
	}
}

func startRun(args []string) error {
	o := options{config: room.Config{Costs: room.Default()}}
	flags := flag.NewFlagSet("run", flag.ExitOnError)
	flags.IntVar(&o.workers, "p", 2, "`workers`, and processors in the room")
	flags.IntVar(&o.repeat, "repeat", 3, "run it so `often` and tell the last one; for real the median")
	flags.IntVar(&o.stalls, "stalls", 0, "print so many `places` where virtual time stalls")
	flags.IntVar(&o.config.Socket, "socket", 0, "processors in a socket; 0: all")
	flags.Uint64Var(&o.config.Seed, "seed", 1, "of what is random in the room")
	flags.StringVar(&o.expose, "expose", "half", "of the policy")
	flags.StringVar(&o.keep, "keep", "hungry", "of the policy")
	step := flags.Duration("timeline", 0, "print what processors do on average, in steps of so `long`")
	costs := flags.String("costs", "", "change costs, as in wake=60000,waker=25000: `nanoseconds` by name")
	if len(args) == 0 {
		return fmt.Errorf("no program: there are %s", program.Names())
	}
	name := args[0]
	if name == "calibrate" && !explore.Woven() {
		fmt.Println(calibrate())
		return nil
	}
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	p, params, err := program.Find(name, flags.Args())
	if err != nil {
		return err
	}
	if err := o.config.Costs.Set(*costs); err != nil {
		return err
	}
	if o.workers < 1 || o.workers > 1024 || o.repeat < 1 {
		return fmt.Errorf("-p %d -repeat %d: want 1 to 1024 workers, and to repeat it once at least", o.workers, o.repeat)
	}
	if o.config.Step = room.Of(*step); *step < 0 {
		return fmt.Errorf("-timeline %v: want no negative time", *step)
	}
	if o.stalls < 0 || o.config.Socket < 0 {
		return fmt.Errorf("-stalls %d -socket %d: want no negative number", o.stalls, o.config.Socket)
	}
	line := Line{Program: name, Params: params, Workers: o.workers, Real: !explore.Woven()}
	begin := time.Now()
	if line.Real {
		err = o.real(p, params, &line)
	} else {
		err = o.virtual(p, params, &line)
	}
	if err != nil {
		return err
	}
	line.Took = time.Since(begin).Seconds()
	return json.NewEncoder(os.Stdout).Encode(line)
}

// real takes the median of many repetitions.
func (o *options) real(p program.Program, params program.Params, line *Line) error {
	program.Calibrate()
	pool, err := o.pool()
	if err != nil {
		return err
	}
	defer pool.Close()
	once := p.Start(pool, o.workers, params)
	defer closeClassic(line)
	var all []float64
	for range o.repeat {
		begin := time.Now()
		took := once()
		if took == 0 {
			took = time.Since(begin)
		}
		all = append(all, float64(took))
	}
	line.Nanoseconds, line.Tenth = median(all), tenth(all)
	return nil
}

// closeClassic ends the program's pool of package classic, if it has one.
func closeClassic(line *Line) {
	if c := program.Classic; c != nil {
		stats := c.Stats()
		line.Classic = &stats
		c.Close()
	}
}

// settled names the variables that a process of the room has from its start: no collections, since an
// address that is used twice would be a line that somebody has; and one processor, so that addresses
// are the same in each run.
var settled = []string{"GOGC=off", "GOMAXPROCS=1"}

// settle starts the process again with the variables that it must have from its start.
func settle() error {
	if os.Getenv("GOGC") == "off" && os.Getenv("GOMAXPROCS") == "1" {
		runtime.AddCleanup(new(int), func(int) {}, 0) // the goroutine for cleanups is made now
		for range 100 {
			runtime.Gosched()
		}
		return nil
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(program, os.Args[1:]...)
	cmd.Env, cmd.Stdout, cmd.Stderr = append(os.Environ(), settled...), os.Stdout, os.Stderr
	if err := cmd.Run(); cmd.ProcessState == nil {
		return err
	}
	os.Exit(cmd.ProcessState.ExitCode())
	return nil
}

// virtual runs in the room.
func (o *options) virtual(p program.Program, params program.Params, line *Line) (err error) {
	if err := settle(); err != nil {
		return err
	}
	o.config.Processors = o.workers
	if o.stalls > 0 {
		o.config.Places = 16
	}
	r := room.New(o.config)
	program.Room = r
	var last room.Tally
	var took time.Duration
	ended := r.Run(func() {
		var pool *skua.Pool
		if pool, err = o.pool(); err != nil {
			return
		}
		once := p.Start(pool, o.workers, params)
		for range o.repeat {
			r.Forget()
			last = r.Measure(func() { took = once() })
		}
		stats := pool.Stats()
		line.Stats = &stats
		closeClassic(line)
		err = pool.Close()
	})
	if err = cmp.Or(err, ended); err != nil {
		return err
	}
	line.Tally = &last
	line.Nanoseconds = float64(last.Span) / float64(room.Nanosecond)
	if took != 0 {
		line.Nanoseconds = float64(took)
	}
	line.Speedup = last.Speedup()
	for _, s := range r.Timeline() {
		if s.From < last.Span {
			fmt.Fprintf(os.Stderr, "%12v  work %5.1f  running %5.1f  searching %5.1f  waiting %5.1f  locked out %5.1f\n",
				s.From.Duration(), s.Work, s.In[room.Running], s.In[room.Searching], s.In[room.Waiting], s.In[room.Locked])
		}
	}
	for _, place := range r.Stalls(o.stalls) {
		fmt.Fprintf(os.Stderr, "%12v %9d times  %s\n", place.Stall.Duration(), place.Times, strings.Join(place.Calls, " < "))
	}
	return nil
}
