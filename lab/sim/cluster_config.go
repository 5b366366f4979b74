package sim

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/skua-go/skua/internal/prefetch"
)

// longest bounds times, so that sums of many do not overflow.
const longest = 1000 * time.Hour

func newCluster(c ClusterConfig) (*cluster, error) {
	c, err := c.check()
	if err != nil {
		return nil, fmt.Errorf("sim: cluster: %w", err)
	}
	s := &cluster{
		c:      c,
		random: streamOf(phaseKey(c.Seed, 0, 0), 0),
		hosts:  make([]host, c.Nodes),
		queues: make([]queue, 1),
		hops:   make([]int, len(c.Tasks)),
		given:  make([]bool, len(c.Tasks)),
		left:   len(c.Tasks),
		result: ClusterResult{Ideal: c.ideal(), Runs: make([]ClusterRun, len(c.Tasks))},
	}
	for i := range s.hosts {
		s.hosts[i] = host{cluster: s, id: i, free: c.Slots}
	}
	if c.Policy.Affinity {
		s.queues = make([]queue, c.Nodes)
	}
	for i := range s.queues {
		s.queues[i].cluster = s
	}
	for task := range c.Tasks {
		q := &s.queues[0]
		if c.Policy.Affinity {
			q = &s.queues[c.home(task)]
		}
		q.ready = append(q.ready, task)
	}
	return s, nil
}

// home is the host in whose queue a task begins.
func (c ClusterConfig) home(task int) int {
	if c.Homes != nil {
		return c.Homes[task]
	}
	return task * c.Nodes / len(c.Tasks)
}

// ideal is the least time that the tasks can take.
func (c ClusterConfig) ideal() time.Duration {
	sum, most := time.Duration(0), time.Duration(0)
	for _, d := range c.Tasks {
		sum += d
		most = max(most, d)
	}
	slots := time.Duration(c.Nodes * c.Slots)
	return max(most, (sum+slots-1)/slots)
}

// check fills in the defaults and refuses what makes no sense.
func (c ClusterConfig) check() (ClusterConfig, error) {
	c.Slots = cmp.Or(c.Slots, 1)
	c.Policy.Steal = cmp.Or(c.Policy.Steal, "none")
	_, steal := pick("Steal", c.Policy.Steal, []string{"none", "one", "half"})
	err := first(
		within("Nodes", c.Nodes, 1, 1<<16),
		within("Slots", c.Slots, 1, 1<<16),
		within("Depth", c.Policy.Depth, Adaptive, prefetch.Most),
		within("len(Tasks)", len(c.Tasks), 1, 1<<24),
		steal,
		lasts("OneWay", c.OneWay),
		lasts("Beat", c.Beat),
		within("AgainTrips", c.AgainTrips, 0, 1<<10),
	)
	if err != nil {
		return c, err
	}
	switch p := c.Policy; {
	case p.GiveBack && p.Affinity:
		return c, fmt.Errorf("no GiveBack with Affinity: what is stolen there is in the server already")
	case p.GiveBack && p.Steal == "none":
		return c, fmt.Errorf("no GiveBack without Steal: nobody would ask")
	case c.Homes != nil && (!p.Affinity || len(c.Homes) != len(c.Tasks)):
		return c, fmt.Errorf("%d Homes: want one for each of %d Tasks, and Affinity", len(c.Homes), len(c.Tasks))
	}
	for _, d := range c.Tasks {
		err = cmp.Or(err, lasts("a task", d))
	}
	if i := slices.IndexFunc(c.Homes, func(h int) bool { return h < 0 || h >= c.Nodes }); i >= 0 {
		return c, fmt.Errorf("the home of task %d is %d: want 0 to %d", i, c.Homes[i], c.Nodes-1)
	}
	if c.ideal() == 0 {
		err = cmp.Or(err, fmt.Errorf("no task takes any time"))
	}
	return c, err
}

func lasts(name string, d time.Duration) error {
	if d < 0 || d > longest {
		return fmt.Errorf("%s takes %v: want 0 to %v", name, d, longest)
	}
	return nil
}
