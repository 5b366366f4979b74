package dashboard

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// policy lets a page load and ask only what comes from where it comes from itself, and run no
// script that stands in the page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// protect says to the browser what is allowed with an answer.
func protect(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}

// fresh says that an answer is true only now.
func fresh(h http.Header) { h.Set("Cache-Control", "no-store") }

// allowed reports whether the dashboard goes by the name that a request has as its host. A site
// that lets its own name stand for a loopback address (DNS rebinding) still sends its own name.
func (h *Handler) allowed(host string) bool {
	name := bare(host)
	return loopback(name) || slices.ContainsFunc(h.config.Hosts, func(configured string) bool {
		return configured == "*" || strings.EqualFold(bare(configured), name)
	})
}

// bare is a host without port, brackets and final dot.
func bare(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.TrimSuffix(host, ".")
}

// loopback reports whether a name stands for this machine only.
func loopback(name string) bool {
	if strings.EqualFold(name, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(name)
	return err == nil && addr.IsLoopback()
}
