package gotest

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"sync"

	"github.com/skua-go/skua/cmd/internal/testgroups"
)

// A desk is where the processes of package testgroups get their plans, and further slots: go test
// runs as many packages at a time as there are slots, and each runs one process. Slots that no
// package has are given to the package with the most groups that have not begun, one for a group.
type desk struct {
	listener net.Listener
	dir      string
	plans    map[string]testgroups.Plan // by directory
	timeout  string
	slots    int
	report   func(dir string, r testgroups.Report)

	mu    sync.Mutex
	here  map[*visitor]struct{}
	ended sync.WaitGroup
}

// A visitor is one package that runs.
type visitor struct {
	answers *json.Encoder
	waiting int // groups that have not begun
	granted int // slots beside its own
}

// openDesk opens a desk. report is called for each package that ran in groups.
func openDesk(d *desk) error {
	var err error
	if d.dir, err = os.MkdirTemp("", "skua-desk-"); err != nil {
		return err
	}
	if d.listener, err = net.Listen("unix", d.address()); err != nil {
		os.RemoveAll(d.dir)
		return err
	}
	d.here = map[*visitor]struct{}{}
	d.ended.Go(d.serve)
	return nil
}

func (d *desk) address() string { return filepath.Join(d.dir, "desk") }

// close blocks until all reports have been taken.
func (d *desk) close() {
	d.listener.Close()
	d.ended.Wait()
	os.RemoveAll(d.dir)
}

func (d *desk) serve() {
	for {
		conn, err := d.listener.Accept()
		if err != nil {
			return
		}
		d.ended.Go(func() {
			defer conn.Close()
			d.attend(json.NewDecoder(conn), json.NewEncoder(conn))
		})
	}
}

// attend serves one package to its end.
func (d *desk) attend(messages *json.Decoder, answers *json.Encoder) {
	var q testgroups.Request
	if messages.Decode(&q) != nil {
		return
	}
	plan := d.plans[q.Dir]
	plan.Timeout = d.timeout
	v := &visitor{answers: answers}
	d.change(func() {
		d.here[v] = struct{}{}
		_ = answers.Encode(plan) // a process that is gone gets nothing
	})
	for {
		var n testgroups.News
		if messages.Decode(&n) != nil {
			break
		}
		if n.Report != nil {
			d.report(q.Dir, *n.Report)
		}
		d.change(func() { v.waiting, v.granted = n.Waiting, v.granted-n.Ended })
	}
	d.change(func() { delete(d.here, v) })
}

// change changes what is here, and deals out the slots that are free then.
func (d *desk) change(f func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f()
	free := d.slots
	for v := range d.here {
		free -= 1 + v.granted
	}
	for ; free > 0; free-- {
		var most *visitor
		for v := range d.here {
			if v.waiting > 0 && (most == nil || v.waiting > most.waiting) {
				most = v
			}
		}
		if most == nil {
			return
		}
		most.waiting--
		most.granted++
		_ = most.answers.Encode(testgroups.Grant{}) // a process that is gone gets nothing
	}
}
