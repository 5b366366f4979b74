package cluster

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// counts returns how many messages a stream has under each subject, which may have wildcards. The
// stream allows direct gets: a batch of one message says how many more there are. So the cost does
// not grow with the number of messages, and nothing is made in the server.
//
// NOT: consumers, whose pending messages are the same number. They are stored on disk: a list of
// 200 jobs made 400 directories, 1,209 fsyncs and 2,800 unlinks.
func counts(ctx context.Context, nc *nats.Conn, s jetstream.Stream, subjects []string) (out []int, err error) {
	for len(subjects) > 0 {
		batch := subjects[:min(len(subjects), countBatch)]
		n, err := ask(ctx, func(ctx context.Context) ([]int, error) { return countAll(ctx, nc, s.CachedInfo().Config.Name, batch) })
		if err != nil {
			return nil, err
		}
		out, subjects = append(out, n...), subjects[len(batch):]
	}
	return out, nil
}

// countBatch is how many questions are on their way at a time. Each answer has a message, at most
// InlinePayload.
const countBatch = 64

// countAll asks for some subjects at once.
func countAll(ctx context.Context, nc *nats.Conn, stream string, subjects []string) ([]int, error) {
	inbox := nc.NewInbox()
	sub, err := nc.SubscribeSync(inbox + ".*")
	if err != nil {
		return nil, err
	}
	defer sub.Unsubscribe()
	for i, subject := range subjects {
		question := directGet{Batch: 1, NextFor: subject}
		if err := nc.PublishRequest("$JS.API.DIRECT.GET."+stream, fmt.Sprint(inbox, ".", i), toJSON(question)); err != nil {
			return nil, err
		}
	}
	out := make([]int, len(subjects))
	for left := len(subjects); left > 0; {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return nil, err
		}
		i, err := strconv.Atoi(m.Subject[len(inbox)+1:])
		if err != nil || i < 0 || i >= len(out) {
			return nil, fmt.Errorf("cluster: count: an answer to no question: %s", m.Subject)
		}
		switch m.Header.Get("Status") {
		case "": // the message
			continue
		case "404":
		case "204": // the end of the batch
			more, err := strconv.Atoi(m.Header.Get("Nats-Num-Pending"))
			if err != nil {
				return nil, fmt.Errorf("cluster: count %s: %w", subjects[i], err)
			}
			out[i] = more + 1
		default:
			return nil, errors.New("cluster: count " + subjects[i] + ": " + m.Header.Get("Description"))
		}
		left--
	}
	return out, nil
}

// A directGet asks a stream for messages, in the server's words.
type directGet struct {
	Batch   int    `json:"batch"`
	NextFor string `json:"next_by_subj"`
}
