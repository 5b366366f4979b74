package cluster

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/cli/flags"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/cmd/internal/cli/place"
	"github.com/skua-go/skua/cmd/internal/cli/text"
	"github.com/skua-go/skua/cmd/skua/internal/dash"
)

// A nodeRow is a node in JSON.
type nodeRow struct {
	Name      string   `json:"name"`
	Host      string   `json:"host"`
	PID       int      `json:"pid"`
	State     string   `json:"state"`
	Slots     int      `json:"slots"`
	Running   int      `json:"running"`
	Stuck     int      `json:"stuck"` // slots lost to tasks that go on after their timeout
	Held      int      `json:"held"`
	Handlers  []string `json:"handlers"`
	Executed  uint64   `json:"executed"`
	Failed    uint64   `json:"failed"`
	Fenced    uint64   `json:"fenced"`
	Asked     uint64   `json:"asked"`
	Stolen    uint64   `json:"stolen"`
	Given     uint64   `json:"given"`
	Duplicate uint64   `json:"duplicate"`
	AgeNS     int64    `json:"age_ns"` // since it was last heard of
}

func newNodeRow(n cluster.NodeInfo) nodeRow {
	return nodeRow{n.Name, n.Host, n.PID, n.State, n.Slots, n.Running, n.Stuck, n.Queued, append([]string{}, n.Handlers...),
		n.Executed, n.Failed, n.Fenced, n.Asked, n.Stolen, n.Given, n.Duplicate, int64(time.Since(n.Seen))}
}

// A jobRow is a job in JSON.
type jobRow struct {
	ID       string           `json:"id"`
	Handler  string           `json:"handler"`
	Priority string           `json:"priority"`
	Created  time.Time        `json:"created"`
	State    cluster.JobState `json:"state"`
	Tasks    int              `json:"tasks"` // submitted; -1 while they are
	Done     int              `json:"done"`  // ended; spawned ones included
	Dead     int              `json:"dead"`
}

func newJobRow(j cluster.JobInfo) jobRow {
	return jobRow{j.ID, j.Handler, j.Priority.String(), j.Created, j.State(), j.Tasks, j.Done, j.Failed}
}

type statusDocument struct {
	SchemaVersion int       `json:"schema_version"`
	Nodes         []nodeRow `json:"nodes"`
	Jobs          []jobRow  `json:"jobs"`
}

func statusCommand(p *place.Place) *cobra.Command {
	var asJSON bool
	var flag dash.Flag
	cmd := &cobra.Command{
		Use:   "status",
		Short: "List the nodes, and count the jobs",
		Long: `List the nodes that work for the cluster now, and count its jobs. A node that died
is listed for some seconds more. STUCK is how many slots it has lost to tasks that go on
after their timeout, until it is started again. HELD is how many tasks a node has taken ahead
of those it runs; STOLEN and GIVEN are tasks that nodes got from each other.

With --dashboard the same is shown in a browser, and kept up to date until a signal.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.With(cmd, "cluster status", func(ctx context.Context, c *cluster.Client) error {
				board, err := flag.Start(cmd, dash.Show{Cluster: dash.Cluster(c)})
				if err != nil {
					return err
				}
				defer board.Close()
				if err := printStatus(ctx, c, cmd.OutOrStdout(), asJSON); err != nil || !flag.On() {
					return err
				}
				<-ctx.Done()
				return nil
			})
		},
	}
	flag.Bind(cmd.Flags())
	flags.JSON(cmd, &asJSON)
	return cmd
}

func printStatus(ctx context.Context, c *cluster.Client, w io.Writer, asJSON bool) error {
	nodes, err := c.Nodes(ctx)
	if err != nil {
		return err
	}
	jobs, err := c.Jobs(ctx)
	if err != nil {
		return err
	}
	d := statusDocument{schemaVersion, []nodeRow{}, []jobRow{}}
	for _, n := range nodes {
		d.Nodes = append(d.Nodes, newNodeRow(n))
	}
	slices.SortFunc(d.Nodes, func(a, b nodeRow) int { return cmp.Compare(a.Name, b.Name) })
	for _, j := range jobs {
		d.Jobs = append(d.Jobs, newJobRow(j))
	}
	if asJSON {
		return output.WriteJSON(w, d)
	}
	return d.table(w)
}

// table prints what people want to read.
func (d statusDocument) table(w io.Writer) error {
	var slots, running, open int
	for _, n := range d.Nodes {
		slots, running = slots+n.Slots, running+n.Running
	}
	for _, j := range d.Jobs {
		if j.State == cluster.JobOpen || j.State == cluster.JobSubmitting {
			open++
		}
	}
	if _, err := fmt.Fprintf(w, "%s with %s, %d of them busy; %s, %d of them open\n", text.Count(len(d.Nodes), "node"), text.Count(slots, "slot"), running, text.Count(len(d.Jobs), "job"), open); err != nil {
		return err
	}
	if len(d.Nodes) == 0 {
		return nil
	}
	t := output.NewTable(w)
	fmt.Fprintln(t, "NODE\tHOST\tPID\tSTATE\tSLOTS\tRUNNING\tSTUCK\tHELD\tEXECUTED\tFAILED\tSTOLEN\tGIVEN\tHANDLERS")
	for _, n := range d.Nodes {
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\n", text.Visible(n.Name), text.Visible(n.Host), n.PID, text.Visible(n.State),
			n.Slots, n.Running, n.Stuck, n.Held, n.Executed, n.Failed, n.Stolen, n.Given, text.Visible(strings.Join(n.Handlers, ",")))
	}
	return t.Flush()
}

type jobsDocument struct {
	SchemaVersion int      `json:"schema_version"`
	Jobs          []jobRow `json:"jobs"`
}

func jobsCommand(p *place.Place) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "jobs",
		Short: "List the jobs, the oldest first",
		Long: `List the jobs that the cluster knows, the oldest first: those that were not
forgotten. A job is open until all tasks that were submitted have ended.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return p.With(cmd, "cluster jobs", func(ctx context.Context, c *cluster.Client) error {
				return printJobs(ctx, c, cmd.OutOrStdout(), asJSON)
			})
		},
	}
	flags.JSON(cmd, &asJSON)
	return cmd
}

func printJobs(ctx context.Context, c *cluster.Client, w io.Writer, asJSON bool) error {
	jobs, err := c.Jobs(ctx)
	if err != nil {
		return err
	}
	d := jobsDocument{schemaVersion, []jobRow{}}
	for _, j := range jobs {
		d.Jobs = append(d.Jobs, newJobRow(j))
	}
	if asJSON {
		return output.WriteJSON(w, d)
	}
	t := output.NewTable(w)
	fmt.Fprintln(t, "JOB\tHANDLER\tPRIORITY\tCREATED\tSTATE\tTASKS\tDONE\tDEAD")
	for _, j := range d.Jobs {
		tasks := fmt.Sprint(j.Tasks)
		if j.Tasks < 0 {
			tasks = "?"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%d\t%d\n", text.Visible(j.ID), text.Visible(j.Handler), j.Priority,
			j.Created.Local().Format(time.DateTime), j.State, tasks, j.Done, j.Dead)
	}
	return t.Flush()
}
