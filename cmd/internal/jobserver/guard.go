//go:build unix

package jobserver

import (
	"os"
	"os/signal"
	"syscall"
)

// guard gives the tokens back when a signal kills this process. The first SIGINT, SIGTERM or SIGHUP only
// begins its orderly end, of which Close is a part; the second one kills, except for SIGHUP, which comes
// several times when a terminal is closed.
func (p *Pool) guard() {
	signals := make(chan os.Signal, 4)
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	p.unguard = func() {
		signal.Stop(signals)
		close(signals)
	}
	go func() {
		first := true
		for s := range signals {
			if s == syscall.SIGQUIT || !first && s != syscall.SIGHUP {
				p.Abandon()
				signal.Reset(s)
				_ = syscall.Kill(os.Getpid(), s.(syscall.Signal))
			}
			first = false
		}
	}()
}
