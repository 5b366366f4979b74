//go:build !wasm

package dash_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/browser"
	"github.com/skua-go/skua/dashboard"
	"github.com/skua-go/skua/trace/record"
)

// open opens a page in a real browser.
func open(t *testing.T, width int) *browser.Page {
	t.Helper()
	path, err := browser.Find()
	if err != nil {
		t.Skip(err) // .ci/run installs one
	}
	return browser.Open(t, path, width, 900)
}

// spin computes for some time.
func spin(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}

func tree(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		spin(500 * time.Microsecond)
		return 1
	}
	a := tree(f.Fork(n-2), n-1)
	b, done := f.Join()
	if !done {
		b = tree(f, n-2)
	}
	return a + b
}

// A program is a pool that computes until the test ends, and a recording of it.
type program struct {
	pool      *skua.Pool
	recording *record.Recording
}

func begin(t *testing.T) *program {
	t.Helper()
	pool, err := skua.New(skua.WithWorkers(4))
	if err != nil {
		t.Fatal(err)
	}
	recording, err := record.Start(pool, record.Config{NoSolo: true, NoDag: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		fib := skua.NewFunc(tree)
		for ctx.Err() == nil {
			fib.On(pool, 12)
			spin(20 * time.Millisecond)
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
		recording.Stop()
		pool.Close()
	})
	return &program{pool, recording}
}

// fail lets a task of the program panic.
func (p *program) fail(text string) {
	defer func() { recover() }()
	p.pool.Run(context.Background(), func(*skua.Worker) error { panic(text) })
}

// A server can be killed: what it serves does not hear of that. Another one can then serve at its port,
// which is kept meanwhile, since another program could get it. Who connects there meanwhile is hung up on.
type server struct {
	*http.Server
	address string
	port    *port
}

// serve serves at a port of its own.
func serve(t *testing.T, h http.Handler) *server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	p := &port{Listener: listener}
	go p.deal()
	return p.serve(t, h)
}

// again serves at the port of s, which was killed.
func (s *server) again(t *testing.T, h http.Handler) *server { return s.port.serve(t, h) }

// port deals what connects to it to the server that is there.
type port struct {
	net.Listener
	turn atomic.Pointer[turn]
}

func (p *port) serve(t *testing.T, h http.Handler) *server {
	s := &server{&http.Server{Handler: h}, p.Addr().String(), p}
	now := &turn{Listener: p.Listener, conns: make(chan net.Conn), over: make(chan struct{})}
	p.turn.Store(now) // ORDER: before the page connects again
	go s.Serve(now)
	t.Cleanup(func() { s.Close() })
	return s
}

func (p *port) deal() {
	for {
		c, err := p.Accept()
		if err != nil {
			return
		}
		now := p.turn.Load()
		select {
		case now.conns <- c:
		case <-now.over:
			c.Close()
		}
	}
}

// turn is the port as one server sees it, which may close it.
type turn struct {
	net.Listener
	conns chan net.Conn
	over  chan struct{}
	once  sync.Once
}

func (n *turn) Accept() (net.Conn, error) {
	select {
	case c := <-n.conns:
		return c, nil
	case <-n.over:
		return nil, net.ErrClosed
	}
}

func (n *turn) Close() error {
	n.once.Do(func() { close(n.over) })
	return nil
}

func (s *server) url() string { return "http://" + s.address + "/" }

// number is that of the newest frame.
func (s *server) number(t *testing.T) int64 {
	t.Helper()
	response, err := http.Get(s.url() + "frame.json")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var f dashboard.Frame
	if err := json.NewDecoder(response.Body).Decode(&f); err != nil {
		t.Fatal(err)
	}
	return f.Number
}

const (
	state = `document.getElementById("state").dataset.state`
	frame = `Number(document.body.dataset.frame)`
)

// painted is how many colours a canvas has.
func painted(canvas string) string {
	return fmt.Sprintf(`(() => {
		const c = document.querySelector(%q), d = new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer);
		return new Set(d).size })()`, canvas)
}

func TestPage(t *testing.T) {
	p := begin(t)
	p.fail("picture 17: no such file")
	s := serve(t, dashboard.New(p.recording, dashboard.Config{
		Title:    "skua images",
		Progress: func() dashboard.Progress { return dashboard.Progress{Done: 31, Total: 124, What: "pictures"} },
	}))
	page := open(t, 1200)
	page.Theme("light")
	page.Go(s.url())
	page.Await(state + ` === "live"`)
	page.Await(frame + ` >= 4`) // it is kept up to date
	for what, want := range map[string]string{
		`document.getElementById("title").textContent`:                                 "skua images",
		`document.getElementById("progress-text").textContent`:                         "31 of 124 pictures",
		`document.querySelector("#panics td.what").textContent`:                        "picture 17: no such file",
		`document.querySelector("#h-panics").textContent`:                              "1 task panicked",
		`document.querySelector("#panics tbody tr td:nth-child(3)").textContent`:       "page_test.go",
		`document.getElementById("verdict").textContent`:                               " of 4",
		`document.getElementById("numbers").textContent`:                               "4 workers",
		`document.querySelector("#sites tbody").textContent`:                           "page_test.go:",
		`document.querySelector("#workers tbody").textContent`:                         "worker 1",
		`document.querySelector("#workers .track").getAttribute("aria-label")`:         " %",
		`document.getElementById("timeline").getAttribute("aria-label")`:               "What ",
		`document.getElementById("legend").textContent`:                                "asleep",
		`document.querySelector("#chart-modes .u-legend").textContent`:                 "searches",
		`getComputedStyle(document.body).backgroundColor`:                              "rgb(251, 251, 250)",
		`document.getElementById("section-cluster").hidden`:                            "true",
		`document.documentElement.scrollWidth <= document.documentElement.clientWidth`: "true",
	} {
		if got := page.Text(what); !strings.Contains(got, want) {
			t.Errorf("%s is %q, want %q in it", what, got, want)
		}
	}
	for _, canvas := range []string{"#timeline", "#chart-modes canvas", "#chart-ready canvas", "#legend span:nth-child(2) canvas"} {
		page.Await(painted(canvas) + " > 1")
	}
	page.Picture("dashboard-light")
	page.Theme("dark")
	if got := page.Text(`getComputedStyle(document.body).backgroundColor`); got != "rgb(20, 23, 26)" {
		t.Errorf("in the dark the ground is %s", got)
	}
	page.Picture("dashboard-dark")
	clean(t, page, s)
}

// clean fails if a script failed or was not allowed something, or the page asked other hosts.
func clean(t *testing.T, page *browser.Page, s *server) {
	t.Helper()
	if faults := page.Faults(); len(faults) > 0 {
		t.Errorf("the page has faults: %s", strings.Join(faults, "\n"))
	}
	asked := page.Asked()
	for _, url := range asked {
		if !strings.HasPrefix(url, s.url()) && !strings.HasPrefix(url, "data:") {
			t.Errorf("the page asks for %s", url)
		}
	}
	if len(asked) < 8 {
		t.Errorf("the page asked only for %q", asked)
	}
}

func TestPage_keys(t *testing.T) {
	p := begin(t)
	s := serve(t, dashboard.New(p.recording, dashboard.Config{}))
	page := open(t, 500)
	page.Theme("light")
	page.Go(s.url())
	page.Await(frame + ` >= 1`)
	page.Press("p")
	page.Await(state + ` === "paused"`)
	at := page.Text(frame)
	for before := s.number(t); s.number(t) < before+3; {
		time.Sleep(50 * time.Millisecond)
	}
	if now := page.Text(frame); now != at {
		t.Errorf("a paused page went from frame %s to %s", at, now)
	}
	page.Press("2")
	page.Press("left")
	page.Await(`document.getElementById("readout").textContent.includes("work ")`)
	first := page.Text(`document.getElementById("readout").textContent`)
	page.Press("down")
	if second := page.Text(`document.getElementById("readout").textContent`); first == second {
		t.Errorf("an arrow changes nothing: %q", first)
	}
	page.Press("p")
	page.Await(state + ` === "live" && ` + frame + ` > ` + at)
	page.Press("t") // light
	page.Press("t")
	page.Await(`document.documentElement.dataset.theme === "dark" && document.getElementById("theme-name").textContent === "dark"`)
	page.Press("?")
	page.Await(`document.getElementById("help").open`)
	page.Press("escape")
	page.Await(`!document.getElementById("help").open`)
	if got := page.Text(`document.documentElement.scrollWidth <= document.documentElement.clientWidth`); got != "true" {
		t.Error("a narrow page is wider than its window")
	}
	page.Picture("dashboard-narrow")
	clean(t, page, s)
}

func TestPage_reconnects(t *testing.T) {
	p := begin(t)
	first := serve(t, dashboard.New(p.recording, dashboard.Config{Title: "the first"}))
	page := open(t, 1200)
	page.Go(first.url())
	page.Await(state + ` === "live"`)
	first.Close() // as if the program were killed
	page.Await(state + ` === "lost" && document.getElementById("state").textContent === "connection lost"`)
	page.Picture("dashboard-lost")
	second := dashboard.New(p.recording, dashboard.Config{Title: "the second"})
	server := first.again(t, second)
	page.Await(state + ` === "live" && document.getElementById("title").textContent === "the second"`)
	second.Close()
	page.Await(state + ` === "ended"`)
	server.Close()
	first.again(t, dashboard.New(p.recording, dashboard.Config{Title: "the third"}))
	page.Await(state + ` === "live" && document.getElementById("title").textContent === "the third"`)
	if faults := page.Faults(); len(faults) > 0 {
		t.Errorf("the page has faults: %s", strings.Join(faults, "\n"))
	}
}

// A tab that was frozen shows what is now when it goes on, also if its connection was lost.
func TestPage_frozen(t *testing.T) {
	p := begin(t)
	s := serve(t, dashboard.New(p.recording, dashboard.Config{Title: "before"}))
	page := open(t, 1200)
	page.Go(s.url())
	page.Await(state + ` === "live"`)
	page.Freeze()
	for before := s.number(t); s.number(t) < before+8; {
		time.Sleep(50 * time.Millisecond)
	}
	now := s.number(t)
	page.Thaw()
	page.Await(fmt.Sprintf("%s === 'live' && %s >= %d", state, frame, now))
	page.Freeze()
	s.Close()
	s.again(t, dashboard.New(p.recording, dashboard.Config{Title: "after"}))
	page.Thaw()
	page.Await(state + ` === "live" && document.getElementById("title").textContent === "after"`)
}

func TestPage_cluster(t *testing.T) {
	cluster := dashboard.Cluster{
		Waiting: 31, Jobs: []dashboard.Job{{ID: "job-7", Handler: "resize", State: "open", Tasks: 1000, Done: 311, Dead: 2}},
		Nodes: []dashboard.Node{
			{Name: "attic-1", Host: "attic", State: "working", Slots: 8, Running: 7, Held: 12, Executed: 1234, Asked: 5, Stolen: 9},
			{Name: "cellar-1", Host: "cellar", State: "draining", Slots: 4, Running: 1, Given: 9, Age: 5},
		},
	}
	h := dashboard.New(nil, dashboard.Config{Title: "nodes", Cluster: func(context.Context) (dashboard.Cluster, error) { return cluster, nil }})
	s := serve(t, h)
	page := open(t, 1200)
	page.Go(s.url())
	page.Await(`!document.getElementById("section-cluster").hidden`)
	for what, want := range map[string]string{
		`document.getElementById("cluster-words").textContent`:                     "2 nodes with 12 slots, 8 of them busy · 12 tasks in the nodes' queues · 31 tasks in the shared queue · 9 tasks stolen between nodes",
		`document.querySelector("#nodes tbody tr").innerText.replace(/\s+/g, " ")`: "attic-1 attic working 19 7 12 1 234 0 0 5 9 0 now",
		`document.querySelector("#nodes tbody tr:nth-child(2)").innerText`:         "5.00 s ago",
		`document.querySelector("#jobs tbody tr").innerText.replace(/\s+/g, " ")`:  "job-7 resize open 1 000 311 2",
		`document.getElementById("section-timeline").hidden`:                       "true",
	} {
		if got := page.Text(what); !strings.Contains(got, want) {
			t.Errorf("%s is %q, want %q in it", what, got, want)
		}
	}
	page.Picture("dashboard-cluster")
	clean(t, page, s)
}
