package top

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/skua-go/skua/cmd/internal/cli/text"
	"github.com/skua-go/skua/dashboard"
)

// modeNames are the words for dashboard.Modes.
var modeNames = [...]string{"work", "overhead", "searches", "asleep", "waits for a join", "blocked", "paused to measure", "ready, no processor", "away"}

// table lines up rows of cells that tabs end.
func table(rows ...string) []string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(w, row)
	}
	w.Flush()
	return strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
}

func workers(f *dashboard.Frame, s size) []string {
	if len(f.Lines) == 0 {
		return nil
	}
	rows := []string{"WORKER\tNOW\tWORK\tELSE\tIN ALL\tSTEALS\tCALL SITE"}
	width := min(40, max(8, s.columns-76))
	for _, l := range f.Lines {
		now, all := dashboard.Shares(l.Now), dashboard.Shares(l.All)
		rest := 3
		for m := 1; m < len(now); m++ {
			if now[m] > now[rest] {
				rest = m
			}
		}
		other, site := "", "-"
		if now[rest] > 0.005 {
			other = fmt.Sprintf("%s %.0f %%", modeNames[rest], 100*now[rest])
		}
		if l.Site >= 0 && l.Site < len(f.Sites) {
			site = text.Visible(f.Sites[l.Site].Name)
		}
		rows = append(rows, fmt.Sprintf("%s\t[%s]\t%3.0f %%\t%s\t%3.0f %%\t%d\t%s",
			text.Visible(l.Name), shareBar(now, width), 100*now[0], other, 100*all[0], l.Steals, site))
	}
	if f.MoreLines > 0 {
		rows = append(rows, fmt.Sprintf("… %d more", f.MoreLines))
	}
	return table(rows...)
}

func sites(f *dashboard.Frame) []string {
	if len(f.Sites) == 0 {
		return nil
	}
	rows := []string{"CALL SITE\tKIND\tOTHERS IDLED\tWORK\tOVERHEAD\tCOUNT\tPIECE\tLONGEST\tFUNCTION"}
	for _, s := range f.Sites {
		rows = append(rows, fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s", text.Visible(s.Name), s.Kind,
			seconds(s.Lost), seconds(s.Work), seconds(s.Over), s.Count, seconds(s.Unit), seconds(s.Longest), text.Visible(s.Function)))
	}
	return table(rows...)
}

func panics(f *dashboard.Frame) []string {
	if len(f.Panics) == 0 {
		return nil
	}
	out := []string{fmt.Sprintf("PANICS (%d)", f.Panicked)}
	for _, p := range f.Panics {
		out = append(out, fmt.Sprintf("at %s, %s, %s: %s", seconds(p.At), text.Visible(p.Worker), text.Visible(p.Site), text.Visible(p.Text)))
	}
	return out
}

func nodes(c *dashboard.Cluster) []string {
	if c == nil {
		return nil
	}
	var out []string
	if c.Error != "" {
		out = append(out, fmt.Sprintf("The cluster does not answer: %s. What follows is %s old.", text.Visible(c.Error), seconds(c.Age)))
	}
	waiting := ""
	if c.Waiting >= 0 {
		waiting = fmt.Sprintf(", %d in the shared queue", c.Waiting)
	}
	out = append(out, fmt.Sprintf("%s, %d of %d slots busy, %d tasks in the nodes' queues%s, %d stolen between nodes",
		text.Count(c.AllNodes, "node"), c.Running, c.Slots, c.Held, waiting, c.Stolen))
	if len(c.Nodes) > 0 {
		rows := []string{"NODE\tSTATE\tSLOTS\tLEASES\tQUEUE\tEXECUTED\tFAILED\tSTOLEN\tGIVEN"}
		for _, n := range c.Nodes {
			share := 0.0
			if n.Slots > 0 {
				share = float64(n.Running) / float64(n.Slots)
			}
			rows = append(rows, fmt.Sprintf("%s\t%s\t[%s] %d/%d\t%d\t%d\t%d\t%d\t%d\t%d", text.Visible(n.Name), text.Visible(n.State),
				bar(10, share, '#', '.'), n.Running, n.Slots, n.Running+n.Held, n.Held, n.Executed, n.Failed, n.Stolen, n.Given))
		}
		out = append(out, table(rows...)...)
	}
	for _, j := range c.Jobs {
		out = append(out, fmt.Sprintf("job %s  %s  %s: %d of %d tasks ended, %d dead", text.Visible(j.ID), text.Visible(j.Handler), j.State, j.Done, max(j.Tasks, j.Done), j.Dead))
	}
	return out
}
