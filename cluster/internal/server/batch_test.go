package server

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// batch makes n messages of 256 bytes for the subjects t.<from>, t.<from+1>, …
func batch(from, n int) []*nats.Msg {
	msgs := make([]*nats.Msg, n)
	for i := range msgs {
		msgs[i] = nats.NewMsg(fmt.Sprintf("t.%d", from+i))
		msgs[i].Data = make([]byte, 256)
	}
	return msgs
}

// batchStream makes a stream whose subjects take one message each.
func batchStream(t testing.TB, nc *nats.Conn, c jetstream.StreamConfig) jetstream.Stream {
	t.Helper()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	c.Name, c.Subjects, c.Storage = "T", []string{"t.>"}, jetstream.FileStorage
	s, err := js.CreateStream(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func wantCount(t *testing.T, s jetstream.Stream, want uint64) {
	t.Helper()
	info, err := s.Info(waiting(t))
	if err != nil {
		t.Fatal(err)
	}
	if info.State.Msgs != want {
		t.Fatalf("the stream has %d messages, want %d", info.State.Msgs, want)
	}
}

func wantCode(t *testing.T, err error, code jetstream.ErrorCode) {
	t.Helper()
	var api *jetstream.APIError
	if !errors.As(err, &api) || api.ErrorCode != code {
		t.Fatalf("PublishBatch: %v, want the server's error %d", err, code)
	}
}

func TestPublishBatch(t *testing.T) {
	nc := open(t, "alone:"+t.TempDir()).Conn()
	s := batchStream(t, nc, jetstream.StreamConfig{AllowAtomicPublish: true})
	total := 0
	for _, n := range []int{0, 1, 2, 64, MaxBatch} {
		if err := PublishBatch(waiting(t), nc, batch(total, n)); err != nil {
			t.Fatalf("batch of %d: %v", n, err)
		}
		total += n
		wantCount(t, s, uint64(total))
	}
	for i := range total {
		if _, err := s.GetLastMsgForSubject(waiting(t), fmt.Sprintf("t.%d", i)); err != nil {
			t.Fatalf("message %d: %v", i, err)
		}
		if testing.Short() && i > 100 {
			break
		}
	}
	if err := PublishBatch(waiting(t), nc, batch(0, MaxBatch+1)); err == nil {
		t.Fatal("a batch that is too large is stored")
	}
}

// A batch with one message that is refused stores none, and may be sent again.
func TestPublishBatchAllOrNone(t *testing.T) {
	nc := open(t, "alone:"+t.TempDir()).Conn()
	s := batchStream(t, nc, jetstream.StreamConfig{AllowAtomicPublish: true})
	if err := nc.Publish("t.5", nil); err != nil {
		t.Fatal(err)
	}
	fresh := func(msgs []*nats.Msg) []*nats.Msg { // each wants to be the first of its subject
		for _, m := range msgs {
			m.Header.Set("Nats-Expected-Last-Subject-Sequence", "0")
		}
		return msgs
	}
	wantCode(t, PublishBatch(waiting(t), nc, fresh(batch(0, 10))), jetstream.JSErrCodeStreamWrongLastSequence)
	wantCount(t, s, 1)
	msgs := fresh(batch(6, 10))
	if err := PublishBatch(waiting(t), nc, msgs); err != nil {
		t.Fatal(err)
	}
	wantCount(t, s, 11)
	wantCode(t, PublishBatch(waiting(t), nc, msgs), jetstream.JSErrCodeStreamWrongLastSequence)
	wantCount(t, s, 11)
}

// A batch sent again with the same Nats-Msg-Id headers is refused as a duplicate.
func TestPublishBatchTwice(t *testing.T) {
	nc := open(t, "alone:"+t.TempDir()).Conn()
	s := batchStream(t, nc, jetstream.StreamConfig{AllowAtomicPublish: true})
	msgs := batch(0, 10)
	for i, m := range msgs {
		m.Header.Set("Nats-Msg-Id", fmt.Sprint(i))
	}
	if err := PublishBatch(waiting(t), nc, msgs); err != nil {
		t.Fatal(err)
	}
	wantCode(t, PublishBatch(waiting(t), nc, msgs), 10201)
	wantCount(t, s, 10)
	// The messages are as before: one of them can be sent alone.
	mustStore(t, nc, msgs[0].Subject, "one")
	if got := msgs[0].Header; len(got) != 1 {
		t.Errorf("headers after the batch: %v, want Nats-Msg-Id alone", got)
	}
}

func TestPublishBatchRefused(t *testing.T) {
	nc := open(t, "alone:"+t.TempDir()).Conn()
	if err := PublishBatch(waiting(t), nc, batch(0, 3)); !errors.Is(err, nats.ErrNoResponders) {
		t.Errorf("without a stream: %v, want %v", err, nats.ErrNoResponders)
	}
	s := batchStream(t, nc, jetstream.StreamConfig{})
	wantCode(t, PublishBatch(waiting(t), nc, batch(0, 3)), 10174)
	wantCount(t, s, 0)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := PublishBatch(ctx, nc, batch(0, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("with an ended context: %v, want %v", err, context.Canceled)
	}
}

// BenchmarkPublish stores messages of 256 bytes in an embedded server that syncs
// before it confirms; ns/op is of one message.
func BenchmarkPublish(b *testing.B) {
	with := func(b *testing.B, publish func(nc *nats.Conn, from, n int) error, n int) {
		s, err := Open(context.Background(), Where{Kind: Alone, Dir: b.TempDir()}, Options{})
		if err != nil {
			b.Fatal(err)
		}
		defer s.Close()
		batchStream(b, s.Conn(), jetstream.StreamConfig{AllowAtomicPublish: true})
		done := 0
		for b.Loop() {
			if done%n == 0 {
				if err := publish(s.Conn(), done, n); err != nil {
					b.Fatal(err)
				}
			}
			done++
		}
	}
	for _, n := range []int{1, 8, 16, 32, 64, 256} {
		b.Run(fmt.Sprintf("way=async/n=%d", n), func(b *testing.B) { with(b, publishAsync, n) })
	}
	for _, n := range []int{8, 16, 32, 64, 256, 1000} {
		b.Run(fmt.Sprintf("way=batch/n=%d", n), func(b *testing.B) {
			with(b, func(nc *nats.Conn, from, n int) error {
				return PublishBatch(context.Background(), nc, batch(from, n))
			}, n)
		})
	}
}

func publishAsync(nc *nats.Conn, from, n int) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	acks := make([]jetstream.PubAckFuture, n)
	for i, m := range batch(from, n) {
		if acks[i], err = js.PublishMsgAsync(m); err != nil {
			return err
		}
	}
	for _, ack := range acks {
		select {
		case <-ack.Ok():
		case err := <-ack.Err():
			return err
		}
	}
	return nil
}
