package dash

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/dashboard"
)

// A Member of a cluster tells about it.
type Member interface {
	Nodes(context.Context) ([]cluster.NodeInfo, error)
	Jobs(context.Context) ([]cluster.JobInfo, error)
}

// Cluster tells what a dashboard shows of the cluster that m is a member of.
func Cluster(m Member) func(context.Context) (dashboard.Cluster, error) {
	return func(ctx context.Context) (dashboard.Cluster, error) {
		nodes, err := m.Nodes(ctx)
		if err != nil {
			return dashboard.Cluster{}, err
		}
		jobs, err := m.Jobs(ctx)
		if err != nil {
			return dashboard.Cluster{}, err
		}
		return clusterOf(nodes, jobs, time.Now()), nil
	}
}

func clusterOf(nodes []cluster.NodeInfo, jobs []cluster.JobInfo, now time.Time) dashboard.Cluster {
	slices.SortFunc(nodes, func(a, b cluster.NodeInfo) int { return cmp.Compare(a.Name, b.Name) })
	out := dashboard.Cluster{Nodes: []dashboard.Node{}, Jobs: []dashboard.Job{}}
	for _, n := range nodes {
		out.Nodes = append(out.Nodes, dashboard.Node{
			Name: n.Name, Host: n.Host, State: n.State, Slots: n.Slots, Running: n.Running, Held: n.Queued,
			Executed: n.Executed, Failed: n.Failed, Fenced: n.Fenced, Asked: n.Asked, Stolen: n.Stolen, Given: n.Given,
			Age: max(0, now.Sub(n.Seen).Seconds()),
		})
		out.Waiting -= n.Running + n.Queued
	}
	unknown := false
	for _, j := range jobs {
		switch j.State() {
		case cluster.JobSubmitting:
			unknown = true
		case cluster.JobOpen:
			out.Waiting += j.Tasks - j.Done
		}
		out.Jobs = append(out.Jobs, dashboard.Job{ID: j.ID, Handler: j.Handler, State: j.State().String(), Tasks: j.Tasks, Done: j.Done, Dead: j.Failed})
	}
	// Nodes tell of themselves once in a while: the numbers are of different times.
	out.Waiting = max(0, out.Waiting)
	if unknown {
		out.Waiting = -1
	}
	return out
}
