package dashboard

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"time"
)

// Server is a dashboard that listens on an address of its own.
type Server struct {
	handler  *Handler
	listener net.Listener
	server   *http.Server
	ended    chan struct{}
}

// Listen serves a dashboard at an address such as "127.0.0.1:0", whose port 0 stands for any that is
// free. It refuses addresses that other machines reach, unless Config.Hosts names who may be asked
// for: whoever reaches a dashboard sees the program's command line, its call sites and its panics.
// From another machine, ssh -L brings the port over.
func Listen(address string, h *Handler) (*Server, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("dashboard: %w", err)
	}
	if !loopback(host) && !slices.ContainsFunc(h.config.Hosts, func(name string) bool { return name != "" }) {
		return nil, fmt.Errorf("dashboard: other machines reach %s: want 127.0.0.1:PORT, or name in Config.Hosts who may be asked for", address)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("dashboard: %w", err)
	}
	s := &Server{handler: h, listener: listener, ended: make(chan struct{}), server: &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 1 << 14,
	}}
	go func() {
		defer close(s.ended)
		s.server.Serve(listener)
	}()
	return s, nil
}

// URL is where the dashboard is.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() + "/" }

// parting is how long Close waits for clients to be told.
const parting = 300 * time.Millisecond

// Close tells all who look that this is the end, and ends the server. It waits for clients that are
// slow to listen, but at most 300 ms. To call it again does nothing.
func (s *Server) Close() error {
	s.handler.Close()
	told := time.NewTimer(parting)
	defer told.Stop()
	select {
	case <-s.handler.feed.deserted():
	case <-told.C:
	}
	err := s.server.Close()
	<-s.ended
	return err
}
