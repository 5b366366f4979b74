package worker

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/internal/cli/interrupt"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/cli/place"
	"github.com/skua-go/skua/cmd/internal/cli/text"
	"github.com/skua-go/skua/cmd/internal/images"
	"github.com/skua-go/skua/cmd/internal/nodes"
	"github.com/skua-go/skua/cmd/skua/internal/dash"
)

type options struct {
	place  place.Place
	name   string
	slots  int
	policy string
	lease  time.Duration
	idle   bool
	json   bool
	files  []string
	allow  []string
	memory string
	health string
	store  string
	copies int
	dash   dash.Flag
}

const long = `Run a node of a cluster: take tasks, run them, record the results, until a signal.
` + place.Help + `

Its handlers need no code:

` + handlersHelp + `

The handlers of skua images and skua each:

` + nodesHelp + `

The first SIGTERM or SIGINT drains the node: what it has not started goes back to the
others, what runs ends, and the exit code is 0. The second one kills: what ran then is
run again by another node when the lease ends. A worker whose slots are all lost to tasks
that go on after their --timeout ends by itself, to be started again.

With --idle the node is a guest on somebody's machine: it has the lowest priority and,
on Linux, takes no tasks while others than guests compute there, and gives back what it
has not started. Keyboard and mouse are not watched.

--policy says how many tasks a node takes ahead, and how idle nodes get them:

` + policiesHelp + `

Several may be combined, as in deep,one.`

func Command() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Run a node of a cluster",
		Long:  long,
		Example: `  skua worker --join ./work
  skua worker --join tls://queue.example.org:4222 --creds node.creds --idle
  skua worker --join ./work --allow convert,flac --files /mnt/photos`,
		Args:        cobra.NoArgs,
		Annotations: map[string]string{output.LeavesMore: "results"},
		RunE:        func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	o.place.Flags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.name, "name", "", "the node's `NAME` in lists (default the host's, with a number)")
	f.IntVar(&o.slots, "slots", 0, "run `N` tasks at a time, 0 for GOMAXPROCS")
	f.StringVar(&o.policy, "policy", "shallow", "`HOW` tasks are taken ahead and stolen")
	f.DurationVar(&o.lease, "lease", 0, "`TIME` that a dead node keeps a task, as 5s; the first node or client of a cluster sets it (default 30s)")
	f.BoolVar(&o.idle, "idle", false, "be a guest: lowest priority, and rest while the machine's owner computes")
	f.StringSliceVar(&o.files, "files", nil, "tasks may read files below the directories `DIR,...` in place; others are sent")
	f.StringSliceVar(&o.allow, "allow", nil, "tasks may start the programs `NAME,...`: names that PATH has, or absolute paths")
	f.StringVar(&o.memory, "memory", "", "pictures that are made take at most `BYTES` of memory, as 300M, 2G or 50% (default: half of what is free)")
	f.StringVar(&o.health, "health", "", "say under /ready at the HTTP `ADDRESS`, as :8080, whether the node takes tasks; without credentials")
	f.IntVar(&o.copies, "replicas", 0, "so many `N` servers of a NATS cluster store each task: 1, 3 or 5; the first program of a cluster says it (default 3, or 1 of fewer)")
	f.StringVar(&o.store, "max-store", "", "waiting tasks take at most `BYTES`, as 300M or 2G; the first program of a cluster says it (default: what the server has)")
	o.dash.Bind(f)
	f.BoolVar(&o.json, "json", false, "write messages as JSON objects, one a line")
	return cmd
}

// policies are the words of --policy.
var policies = map[string]func(*cluster.Policy){
	"shallow":  func(p *cluster.Policy) { p.Depth = cluster.Adaptive },
	"deep":     func(p *cluster.Policy) { p.Depth = 64 },
	"strict":   func(p *cluster.Policy) { p.Depth = cluster.NoPrefetch },
	"one":      func(p *cluster.Policy) { p.Steal = cluster.StealOne },
	"nosteal":  func(p *cluster.Policy) { p.Steal = cluster.StealNone },
	"giveback": func(p *cluster.Policy) { p.GiveBack = true },
	"affinity": func(p *cluster.Policy) { p.Affinity = true },
}

const policiesHelp = `  shallow   few tasks ahead, as measured times ask for; the default
  deep      64 tasks ahead for each slot
  strict    none: each is asked for when a slot is idle
  one       an idle node takes one task of a richer one, not half of them
  nosteal   idle nodes take nothing from others
  giveback  what an idle node asks for goes through the shared queue
  affinity  prefer tasks of this host`

// parsePolicy reads words of policies with commas between them.
func parsePolicy(text string) (p cluster.Policy, err error) {
	for word := range strings.SplitSeq(text, ",") {
		set := policies[strings.TrimSpace(word)]
		if set == nil {
			return p, fmt.Errorf("--policy has %q: want some of %s", word, strings.Join(slices.Sorted(maps.Keys(policies)), ", "))
		}
		set(&p)
	}
	return p, nil
}

// worker makes the handlers that the flags ask for.
func (o *options) worker() (*nodes.Worker, error) {
	c := nodes.Config{Files: o.files, Allow: o.allow}
	if o.memory != "" {
		n, err := images.ParseBytes(o.memory)
		if err == nil && n < images.MinBudget {
			err = fmt.Errorf("want at least %s", images.Bytes(images.MinBudget))
		}
		if err != nil {
			return nil, fmt.Errorf("--memory %s: %w", o.memory, err)
		}
		c.Memory = n
	}
	return nodes.NewWorker(c)
}

func (o *options) config(log *messages) (cluster.Config, error) {
	c := o.place.Config()
	policy, err := parsePolicy(o.policy)
	c.Name, c.Slots, c.Policy, c.Lease, c.Replicas, c.Log = o.name, o.slots, policy, o.lease, o.copies, log
	if o.store != "" {
		var e error
		if c.MaxStore, e = images.ParseBytes(o.store); e != nil || strings.Contains(o.store, "%") {
			err = errors.Join(err, fmt.Errorf("--max-store is %q: want bytes, as 300M or 2G", o.store))
		}
	}
	if o.idle {
		c.Guest = &cluster.Guest{}
	}
	if strings.HasPrefix(o.place.Join, "alone:") {
		err = errors.Join(fmt.Errorf("--join is %q: nobody else reaches a cluster there; want ./DIR, or nats:// or tls://", o.place.Join), err)
	}
	err = errors.Join(o.place.Check("--join"), err)
	if o.slots < 0 {
		err = errors.Join(err, fmt.Errorf("--slots is %d: want a number from 1 on, or 0 for GOMAXPROCS", o.slots))
	}
	if !slices.Contains([]int{0, 1, 3, 5}, o.copies) {
		err = errors.Join(err, fmt.Errorf("--replicas is %d: want 1, 3 or 5", o.copies))
	}
	if o.lease < 0 {
		err = errors.Join(err, fmt.Errorf("--lease is %v: want a duration such as 30s", o.lease))
	}
	return c, err
}

func (o *options) run(cmd *cobra.Command) error {
	const name = "worker"
	log := newMessages(cmd.ErrOrStderr(), o.json)
	config, err := o.config(log)
	if err != nil {
		return exit.With(exit.Usage, exit.Within(name, err))
	}
	if o.idle {
		if err := leadSession(); err != nil {
			return exit.Errorf(exit.NotStarted, "worker: start in a session of its own: %w", err)
		}
	}
	worker, err := o.worker()
	if err != nil {
		return exit.With(exit.Usage, exit.Within(name, err))
	}
	defer worker.Close()
	config.Handlers = worker.Handlers()
	maps.Copy(config.Handlers, handlers)
	os.Unsetenv(place.Variable) // it may hold a password, and commands of tasks get the environment
	ctx := cmd.Context()
	node, err := interrupt.Await(ctx, func() (*cluster.Node, error) { return cluster.Join(ctx, o.place.Join, config) })
	if err != nil {
		return exit.With(exit.NotStarted, exit.Within(name, err))
	}
	info := node.Info()
	log.say("node %s has joined with %s and the handlers %s", info.Name, text.Count(info.Slots, "slot"), strings.Join(info.Handlers, ", "))
	board, err := o.dash.Start(cmd, dash.Show{Cluster: dash.Cluster(node)})
	if err != nil {
		return errors.Join(err, node.Close())
	}
	defer board.Close()
	if o.health != "" {
		health, err := serveHealth(o.health, node, log)
		if err != nil {
			return errors.Join(err, node.Close())
		}
		defer health.Close()
	}
	if err := useless(ctx, node); err != nil {
		return exit.With(exit.Failed, exit.Within(name, errors.Join(err, node.Close())))
	}
	return o.leave(node, log, context.Cause(ctx))
}

// useless waits until ctx ends, or until a node has lost all of its slots: it returns an error
// then. Whoever looks after the process starts it again.
func useless(ctx context.Context, node *cluster.Node) error {
	look := time.NewTicker(time.Second)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-look.C:
			if i := node.Info(); i.Stuck == i.Slots {
				return fmt.Errorf("no slot is left of %d: all are lost to handlers that go on after their timeout: start the worker again", i.Slots)
			}
		}
	}
}

// leave drains the node. The second signal kills the process meanwhile.
func (o *options) leave(node *cluster.Node, log *messages, cause error) error {
	info := node.Info()
	log.say("%v: gives back %s, ends %s; another signal kills", cause, text.Count(info.Queued, "un-started task"), text.Count(info.Running, "running task"))
	err := errors.Join(node.Drain(context.Background()), node.Close())
	if err != nil {
		log.say("%v", err) // the tool says only that it was interrupted
		return exit.Within("worker", err)
	}
	info = node.Info()
	log.say("node %s has left after %s", info.Name, text.Count(int(info.Executed), "execution"))
	return nil
}
