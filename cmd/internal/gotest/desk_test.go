package gotest

import (
	"bytes"
	"encoding/json"
	"net"
	"strings"
	"testing"

	"github.com/skua-go/skua/cmd/internal/testgroups"
)

// A client is a package that runs, as package testgroups is one.
type client struct {
	conn net.Conn
	in   *json.Decoder
	out  *json.Encoder
}

func visit(t *testing.T, d *desk, dir string) (c client, p testgroups.Plan) {
	t.Helper()
	conn, err := net.Dial("unix", d.address())
	if err != nil {
		t.Fatal(err)
	}
	c = client{conn, json.NewDecoder(conn), json.NewEncoder(conn)}
	c.say(t, testgroups.Request{Dir: dir})
	if err := c.in.Decode(&p); err != nil {
		t.Fatal(err)
	}
	return c, p
}

func (c client) say(t *testing.T, v any) {
	t.Helper()
	if err := c.out.Encode(v); err != nil {
		t.Fatal(err)
	}
}

// granted waits for a grant.
func (c client) granted(t *testing.T) {
	t.Helper()
	var g testgroups.Grant
	if err := c.in.Decode(&g); err != nil {
		t.Fatal(err)
	}
}

// TestDesk_deal: free slots go to the package with the most groups that wait, one for a group.
func TestDesk_deal(t *testing.T) {
	var grants bytes.Buffer
	long, short := &visitor{answers: json.NewEncoder(&grants)}, &visitor{answers: json.NewEncoder(&grants)}
	d := &desk{slots: 5, here: map[*visitor]struct{}{}}
	d.change(func() {
		d.here[long], d.here[short] = struct{}{}, struct{}{}
		long.waiting, short.waiting = 4, 1
	})
	if long.waiting != 1 || long.granted != 3 || short.granted != 0 || strings.Count(grants.String(), "{}") != 3 {
		t.Errorf("of three free slots: %+v and %+v, grants %q", long, short, grants.String())
	}
	d.slots = 99
	d.change(func() {})
	if long.granted != 4 || short.granted != 1 {
		t.Errorf("with slots for all groups: %+v and %+v", long, short)
	}
}

// TestGrouped has the flags by which go test starts test binaries: twice the user's timeout, and the
// user's own -exec after ours.
func TestGrouped(t *testing.T) {
	same := settings{GOOS: "a", GOARCH: "b", GOHOSTOS: "a", GOHOSTARCH: "b"}
	for args, want := range map[string][2]string{
		"./...":                        {"20m0s", `'/x y/skua' "it's" `},
		"-timeout=3s -exec=qemu ./...": {"6s", `'/x y/skua' "it's" qemu`},
		"-timeout=0 ./...":             {"0s", `'/x y/skua' "it's" `},
	} {
		r := &run{Config: Config{Agent: []string{"/x y/skua", "it's"}}, line: Parse(strings.Fields(args))}
		flags, err := r.grouped(&desk{}, same)
		if err != nil || flags["timeout"] != want[0] || flags["exec"] != want[1] {
			t.Errorf("%s: flags %q, %v; want %q", args, flags, err, want)
		}
	}
	r := &run{line: Parse(nil)}
	r.line.readGOFLAGS("-exec=qemu")
	if _, err := r.grouped(&desk{}, same); err == nil {
		t.Error("-exec in GOFLAGS is not refused")
	}
}

// TestDesk: of four slots two packages have one each; the others go to the package with more groups
// that wait, and to the other one when they come back.
func TestDesk(t *testing.T) {
	reports := make(chan string, 1)
	d := &desk{
		plans: map[string]testgroups.Plan{"/long": {Groups: true, Grain: 1, Most: 9}}, slots: 4, timeout: "1s",
		report: func(dir string, _ testgroups.Report) { reports <- dir },
	}
	if err := openDesk(d); err != nil {
		t.Fatal(err)
	}
	long, plan := visit(t, d, "/long")
	short, other := visit(t, d, "/short")
	if !plan.Groups || plan.Most != 9 || plan.Timeout != "1s" || other.Groups || other.Timeout != "1s" {
		t.Errorf("plans %+v and %+v", plan, other)
	}
	long.say(t, testgroups.News{Waiting: 3})
	long.granted(t)
	long.granted(t)
	short.say(t, testgroups.News{Waiting: 2}) // no slot is free
	long.say(t, testgroups.News{Waiting: 0, Ended: 1})
	short.granted(t)
	long.say(t, testgroups.News{Report: &testgroups.Report{}})
	if dir := <-reports; dir != "/long" {
		t.Errorf("the report is of %q", dir)
	}
	long.conn.Close() // its slot, and the one that it was granted
	short.granted(t)
	short.conn.Close()
	d.close()
}
