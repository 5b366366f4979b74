package dash

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/dashboard"
	"github.com/skua-go/skua/trace/record"
)

// Flag is the address of --dashboard; empty is none.
type Flag struct{ address string }

// Bind adds the flag.
func (d *Flag) Bind(f *pflag.FlagSet) {
	f.StringVar(&d.address, "dashboard", "", "show what happens in a browser, at `ADDRESS` of this machine, as 127.0.0.1:0 (0: any free port)")
}

// On reports whether the flag was given.
func (d *Flag) On() bool { return d.address != "" }

// Show is what a command shows. What is nil it does not have.
type Show struct {
	Pool     *skua.Pool // is recorded, without holding workers to see how long work takes alone
	Cluster  func(context.Context) (dashboard.Cluster, error)
	Progress func() dashboard.Progress
}

// Dashboard is what Start has begun. The nil Dashboard is none.
type Dashboard struct {
	recording *record.Recording
	server    *dashboard.Server
	close     sync.Once
}

// Start begins what the flag asks for, and says on standard error where it is. Its error says that
// nothing could start. Without the flag there is none, and the Dashboard is nil.
func (d *Flag) Start(cmd *cobra.Command, show Show) (*Dashboard, error) {
	if !d.On() {
		return nil, nil
	}
	name := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
	started, err := d.start(cmd.CommandPath(), show)
	if err != nil {
		return nil, exit.Errorf(exit.NotStarted, "%s: --dashboard: %w", name, err)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "skua: %s: the dashboard is at %s\n", name, started.server.URL())
	return started, nil
}

func (d *Flag) start(title string, show Show) (*Dashboard, error) {
	out := &Dashboard{}
	var source dashboard.Source
	config := dashboard.Config{Cluster: show.Cluster, Progress: show.Progress, Title: title}
	if show.Pool != nil {
		config.Title = "" // the report has the command line
		recording, err := record.Start(show.Pool, record.Config{NoSolo: true, NoDag: true})
		if err != nil {
			return nil, err
		}
		out.recording, source = recording, recording
	}
	server, err := dashboard.Listen(d.address, dashboard.New(source, config))
	if err != nil {
		if out.recording != nil {
			out.recording.Stop()
		}
		return nil, err
	}
	out.server = server
	return out, nil
}

// Close ends the dashboard. Who looks sees how all ended, and that it has.
func (d *Dashboard) Close() {
	if d == nil {
		return
	}
	d.close.Do(func() {
		if d.recording != nil {
			d.recording.Stop()
		}
		d.server.Close()
	})
}
