package each

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"github.com/skua-go/skua/cmd/internal/jobserver"
	"github.com/skua-go/skua/cmd/internal/remote"
)

func (h *hosts) bindJobserver(f *pflag.FlagSet) {
	f.StringVar(&h.jobserver, "jobserver", "", "share -j with what the commands run: make, cargo, skua; `HOW` is pipe, or fifo for ninja (not for make before 4.4)")
	f.Lookup("jobserver").NoOptDefVal = "pipe"
}

// validJobserver returns what is wrong with the flag.
func (h *hosts) validJobserver() error {
	isHere := func(s remote.Spec) bool { return s.Name == remote.Local }
	switch {
	case h.jobserver == "":
		return nil
	case h.jobserver != "pipe" && h.jobserver != "fifo":
		return fmt.Errorf("--jobserver=%s: want pipe or fifo", h.jobserver)
	case h.place.Join != "", h.ssh.on != "" && !slices.ContainsFunc(h.ssh.specs, isHere):
		return errors.New("--jobserver shares the jobs of this machine, and no command runs here: want : among the hosts of --on")
	}
	return nil
}

// share takes part in the jobserver that this process was started under, or makes one if that is
// asked for. It returns how many commands may run at a time: n, or 1 under a jobserver that cannot be
// reached, if the user has not said n.
func (h *hosts) share(n int, fixed bool, messages io.Writer) (jobs int, err error) {
	if h.pool, err = jobserver.Join(); err != nil {
		fmt.Fprintf(messages, "skua: each: %v (a rule of make needs + before such a command): ", err)
		if !fixed && h.jobserver == "" {
			fmt.Fprintln(messages, "one command at a time")
			return 1, nil
		}
		fmt.Fprintf(messages, "%d at a time\n", n)
	}
	if h.pool == nil && h.jobserver != "" {
		h.pool, err = jobserver.Serve(n, h.jobserver == "fifo")
		return n, err
	}
	return n, nil
}

// leave gives back what share has taken.
func (h *hosts) leave() error {
	if h.pool == nil {
		return nil
	}
	return h.pool.Close()
}
