package dashboard

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"github.com/skua-go/skua/trace"
)

// Source is what a dashboard shows. A record.Recording is one.
type Source interface {
	// Report returns what is known so far, or nil if nothing is. It is called from one goroutine
	// at a time, and only while somebody looks.
	Report() *trace.Report
}

// Config says what else a dashboard shows, and to whom. The zero value is good.
type Config struct {
	// Title is the page's; if there is none, the program's command line is.
	Title string
	// Cluster, if not nil, tells about the cluster that the program is part of. It may block until
	// ctx is over. It is called once a second, while somebody looks.
	Cluster func(ctx context.Context) (Cluster, error)
	// Progress, if not nil, tells how far the program is.
	Progress func() Progress
	// Hosts are names, besides localhost and this machine's own loopback addresses, by which the
	// dashboard may be asked for. "*" stands for all: then a server before it has to check who
	// asks.
	Hosts []string
}

// Handler serves one dashboard. Safe for concurrent use.
type Handler struct {
	config Config
	feed   *feed
	mux    *http.ServeMux
	end    sync.Once
	done   chan struct{} // closed by Close
}

// New returns a dashboard of the source, which may be nil if there is a cluster to show. It can be
// mounted below another path with http.StripPrefix. A dashboard that nobody looks at does nothing.
func New(source Source, config Config) *Handler {
	h := &Handler{config: config, mux: http.NewServeMux(), done: make(chan struct{})}
	h.feed = newFeed(source, &h.config, h.done)
	h.mux.HandleFunc("/events", h.events)
	h.mux.HandleFunc("/frame.json", h.frame)
	h.mux.HandleFunc("/report.json", h.report)
	h.mux.HandleFunc("/", h.page)
	return h
}

// ServeHTTP answers a request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	protect(w.Header())
	if !h.allowed(r.Host) {
		http.Error(w, "this dashboard does not go by that name; see Config.Hosts", http.StatusForbidden)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "a dashboard is only looked at", http.StatusMethodNotAllowed)
		return
	}
	h.mux.ServeHTTP(w, r)
}

// Close tells all who look that this is the end, and ends their streams. What they have seen last
// stays on their screens. The handler still answers with the last frame. To call it again does
// nothing. Never blocks.
func (h *Handler) Close() error {
	h.end.Do(func() { close(h.done) })
	return nil
}

// frame answers with the newest frame.
func (h *Handler) frame(w http.ResponseWriter, r *http.Request) {
	data := h.feed.fresh(r.Context())
	fresh(w.Header())
	w.Header().Set("Content-Type", "application/json")
	w.Write(data)
}

// report answers with all that is known.
func (h *Handler) report(w http.ResponseWriter, _ *http.Request) {
	report := h.feed.report()
	if report == nil {
		http.Error(w, "nothing is recorded", http.StatusNotFound)
		return
	}
	fresh(w.Header())
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="report.json"`)
	json.NewEncoder(w).Encode(report)
}
