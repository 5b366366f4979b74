package cluster

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// An idle node announces itself when it enters, and then no more often than its entry needs.
func TestAnnounce_idle(t *testing.T) {
	p := newPlace(t)
	c := p.client(Config{})
	came := make(chan *nats.Msg, 100)
	if _, err := c.b.nc.ChanSubscribe("$KV."+nodesBucket+".>", came); err != nil {
		t.Fatal(err)
	}
	if err := c.b.nc.Flush(); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	p.node(Config{Slots: 1, Handlers: map[string]Handler{"echo": echo}})
	<-came // it enters
	<-came
	if gone := time.Since(begun); gone < announceIdle {
		t.Errorf("the second announcement of an idle node came after %v, want %v at least", gone, announceIdle)
	}
}
