package cluster

import (
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// A lease is the right to run a task until a deadline. It is the delivery of a
// message by the server, and its token is the subject to acknowledge it at: any client that
// has the token can extend the lease, also when the server delivered the message
// to another one. That is how a node hands a task over without the server.
type lease struct {
	envelope
	token      string
	deliveries int       // of the message, this one included
	seq        uint64    // of the message in its stream
	stored     time.Time // the message, by the server's clock
	pending    uint64    // messages that the queue had left after it
	deadline   time.Time // of this process's monotonic clock; see beat.go
}

// newLease unpacks a delivery. sent is when the request for it left: the server
// cannot have begun to count before.
func newLease(m *nats.Msg, sent time.Time, term time.Duration) (*lease, error) {
	meta, err := m.Metadata()
	if err != nil {
		return nil, fmt.Errorf("cluster: not a delivery: %w", err)
	}
	l := &lease{token: m.Reply, deliveries: int(meta.NumDelivered), seq: meta.Sequence.Stream, stored: meta.Timestamp, pending: meta.NumPending, deadline: sent.Add(term)}
	l.payload = m.Data
	if err := unpack(m.Header, &l.envelope); err != nil {
		return nil, err
	}
	return l, l.check(m.Subject)
}

// The answers that a delivery can get, in the server's words.
var (
	ackDone  = []byte("+ACK")  // done: remove the task
	ackMore  = []byte("+WPI")  // in progress: the lease begins anew
	ackLater = []byte("-NAK")  // not now: deliver it again, after a delay if one is given
	ackNever = []byte("+TERM") // remove it, it is a dead letter
)

// answer tells the server how a lease ended, without waiting for it. If the message is lost, the task is
// delivered again, and its result is found if it has one. A token names its message by the place in the
// stream, so one of a stream that was replaced would answer for a task of the new stream, which nobody then
// runs. So nothing is sent between a reconnection and the look at whether the stream is the same, nor while
// there is no connection: the client library would keep it, and send it first of all.
//
// A task must not be given back after the deadline: the server does not refuse a late one, and would
// deliver the task again although another node runs it.
func (b *broker) answer(l *lease, how end, delay time.Duration) error {
	answer := ackLater
	switch {
	case l.void(b):
		return ErrFenced
	case !b.nc.IsConnected(), b.nc.Stats().Reconnects != b.sure.Load():
		return nats.ErrDisconnected
	case how == isDone:
		answer = ackDone
	case !time.Now().Before(l.deadline):
		return ErrFenced
	case how == isCancelled:
		answer = ackNever
	case delay > 0:
		answer = fmt.Appendf(nil, `-NAK {"delay": %d}`, delay)
	}
	return b.nc.Publish(l.token, answer)
}

// void reports whether a lease is of a stream that is not there any more.
func (l *lease) void(b *broker) bool {
	return !l.stored.IsZero() && l.stored.UnixNano() < b.made.Load()
}
