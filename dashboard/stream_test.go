package dashboard

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// An event is one of a stream.
type event struct {
	kind string
	data []byte
}

// follow reads the events of a stream until it ends; then the channel is closed.
func follow(t *testing.T, url string) (<-chan event, *http.Response) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, _ := http.NewRequestWithContext(ctx, "GET", url+"events", nil)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	out := make(chan event)
	var read sync.WaitGroup
	t.Cleanup(func() { cancel(); read.Wait() })
	read.Go(func() {
		defer close(out)
		defer response.Body.Close()
		lines := bufio.NewScanner(response.Body)
		lines.Buffer(nil, 1<<20)
		kind := ""
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "event":
				kind = value
			case "data":
				select {
				case out <- event{kind, []byte(value)}:
				case <-ctx.Done():
					return
				}
			}
		}
	})
	return out, response
}

func listening(t *testing.T, h *Handler) *Server {
	t.Helper()
	s, err := Listen("127.0.0.1:0", h)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// idle returns when no client is left and all that ran for clients has ended.
func idle(t *testing.T, h *Handler) {
	t.Helper()
	within(t, h.feed.deserted(), "clients are left")
	ended := make(chan struct{})
	go func() { h.feed.all.Wait(); close(ended) }()
	within(t, ended, "frames are still made")
}

func TestStream(t *testing.T) {
	h := New(&growing{}, Config{})
	h.feed.period = time.Millisecond
	s := listening(t, h)
	events, response := follow(t, s.URL())
	if got := response.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Errorf("Content-Type %q", got)
	}
	if got := response.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q", got)
	}
	number := int64(0)
	for range 5 {
		e := within(t, events, "no frame comes")
		f := decoded(t, e.data)
		if e.kind != "frame" || f.Number <= number {
			t.Fatalf("%s %d after %d", e.kind, f.Number, number)
		}
		number = f.Number
	}
	s.Close()
	kind := ""
	for e := range events {
		kind = e.kind
	}
	if kind != "end" {
		t.Errorf("the last event is %q, want end", kind)
	}
	idle(t, h)
}

// Nothing is made for nobody, and what was made for somebody ends with them.
func TestStream_onlyWhileSomebodyLooks(t *testing.T) {
	source := &growing{}
	h := New(source, Config{Cluster: func(context.Context) (Cluster, error) { return crowd(1), nil }})
	h.feed.period = time.Millisecond
	server := httptest.NewServer(h)
	defer server.Close()
	if n := source.asked.Load(); n != 0 {
		t.Fatalf("asked %d times before anybody looked", n)
	}
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		r, _ := http.NewRequestWithContext(ctx, "GET", server.URL+"/events", nil)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(response.Body).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		cancel()
		response.Body.Close()
		idle(t, h)
	}
}

// A client that reads nothing is dropped, and disturbs nobody.
func TestStream_slowClientIsDropped(t *testing.T) {
	h := New(&growing{workers: 64}, Config{})
	h.feed.period, h.feed.writeWithin = time.Millisecond, time.Second
	server := httptest.NewUnstartedServer(h)
	server.Config.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		c.(*net.TCPConn).SetWriteBuffer(4096) // less than one frame
		return ctx
	}
	server.Start()
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.(*net.TCPConn).SetReadBuffer(4096)
	fmt.Fprintf(conn, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
	if _, err := bufio.NewReaderSize(conn, 16).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	idle(t, h) // although conn is open
}

// A client that took long gets the newest frame next, not those between.
func TestStream_slowClientGetsTheNewest(t *testing.T) {
	h := New(&growing{}, Config{})
	h.feed.period = time.Hour
	w := &stuck{header: http.Header{}, began: make(chan string), goOn: make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	r := httptest.NewRequestWithContext(ctx, "GET", "/events", nil)
	r.Host = "localhost"
	ended := make(chan struct{})
	go func() { defer close(ended); h.ServeHTTP(w, r) }()
	if first := within(t, w.began, "no frame"); !strings.Contains(first, "id: 1\n") {
		t.Fatalf("the first frame is %.60q", first)
	}
	for range 9 {
		h.feed.make()
	}
	w.goOn <- struct{}{}
	if second := within(t, w.began, "no frame"); !strings.Contains(second, "id: 10\n") {
		t.Errorf("after frame 1 comes %.60q, want 10", second)
	}
	cancel()
	w.goOn <- struct{}{}
	within(t, ended, "the stream goes on")
}

// A stuck ResponseWriter tells of each Write and waits.
type stuck struct {
	header http.Header
	began  chan string
	goOn   chan struct{}
}

func (s *stuck) Header() http.Header { return s.header }
func (s *stuck) WriteHeader(int)     {}
func (s *stuck) FlushError() error   { return nil }
func (s *stuck) Write(p []byte) (int, error) {
	s.began <- string(p)
	<-s.goOn
	return len(p), nil
}

func TestStream_manyClients(t *testing.T) {
	source := &growing{}
	h := New(source, Config{})
	s := listening(t, h)
	h.feed.period = 5 * time.Millisecond
	var all []<-chan event
	for range mostClients {
		events, _ := follow(t, s.URL())
		all = append(all, events)
	}
	for _, events := range all {
		within(t, events, "a client gets no frame")
	}
	response, err := http.Get(s.URL() + "events")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("Retry-After") == "" {
		t.Errorf("one client too many: status %d", response.StatusCode)
	}
	asked := source.asked.Load() // once for each frame, and for one that is being made
	if number, _ := h.feed.newest(); asked > number+1 {
		t.Errorf("asked %d times for %d frames of %d clients", asked, number, mostClients)
	}
	s.Close()
	idle(t, h)
}

// A server's own limits on how long an answer takes do not end a stream.
func TestStream_outlivesTimeouts(t *testing.T) {
	h := New(&growing{}, Config{})
	h.feed.period = 20 * time.Millisecond
	server := httptest.NewUnstartedServer(h)
	const limit = 500 * time.Millisecond // in which the request must come
	server.Config.WriteTimeout, server.Config.ReadTimeout = limit, limit
	server.Start()
	defer server.Close()
	defer h.Close()
	events, _ := follow(t, server.URL+"/")
	for begun := time.Now(); time.Since(begun) < 2*limit; {
		if e, ok := <-events; !ok {
			t.Fatalf("the stream has ended: %v", e)
		}
	}
}

func TestListen_refusesOthers(t *testing.T) {
	h := New(nil, Config{})
	for _, address := range []string{":0", "0.0.0.0:0", "[::]:0", "192.0.2.1:0", "example.org:0", "nonsense", ""} {
		if s, err := Listen(address, h); err == nil {
			t.Errorf("%q: listens at %s", address, s.URL())
			s.Close()
		}
	}
	s, err := Listen("localhost:0", h)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	s.Close()
	if _, err := http.Get(s.URL()); err == nil {
		t.Error("a closed server answers")
	}
}
