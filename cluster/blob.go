package cluster

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// Payloads and results above InlinePayload are objects beside the queue. A task
// names its object; the object is stored before the task, and removed with the job.

// What the name of an object begins with; its job, the job's birth and what tells it
// apart follow.
const (
	payloadBlob = "p"
	resultBlob  = "r"
	contentBlob = "c"
)

// maxTransfer is how long one try to send or fetch an object may take.
const maxTransfer = time.Minute

func (b *broker) putBlob(ctx context.Context, name string, data []byte) (string, error) {
	if err := checkPayload(len(data), b.limit); err != nil {
		return "", err
	}
	err := persistFor(ctx, maxTransfer, func(ctx context.Context) error {
		_, err := b.blobs.PutBytes(ctx, name, data)
		return b.missed(err)
	})
	if err != nil {
		return "", fmt.Errorf("cluster: store an object of %d bytes: %w", len(data), err)
	}
	return name, nil
}

func (b *broker) getBlob(ctx context.Context, name string) ([]byte, error) {
	var data []byte
	err := persistFor(ctx, maxTransfer, func(ctx context.Context) (err error) {
		data, err = b.blobs.GetBytes(ctx, name)
		return b.missed(err)
	})
	if err != nil {
		return nil, fmt.Errorf("cluster: fetch the object %s: %w", name, err)
	}
	return data, nil
}

// dropBlob removes an object that is not needed. An error is no harm: the object
// goes with its job.
func (b *broker) dropBlob(ctx context.Context, name string) {
	if name != "" {
		_ = b.remove(ctx, name)
	}
}

// remove removes an object, and then the mark that the client library leaves in its place.
func (b *broker) remove(ctx context.Context, name string) error {
	err := b.blobs.Delete(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return b.objects.Purge(ctx, jetstream.WithPurgeSubject("$O."+blobsBucket+".M."+base64.URLEncoding.EncodeToString([]byte(name))))
}

// newID is unique in the world, and fit for a subject.
func newID() string { return nuid.Next() }

// blobNames lists the stored objects.
//
// NOT: List of the client library. It counts down what a consumer of it had before it, and waits
// for ever if an object is removed meanwhile: in one of five runs of TestCalls, which lists while
// it removes.
func (b *broker) blobNames(ctx context.Context) (names []string, err error) {
	const metas = "$O." + blobsBucket + ".M."
	messages, err := subjects(ctx, b.objects, metas)
	if err != nil {
		return nil, err
	}
	for subject := range messages {
		name, err := base64.URLEncoding.DecodeString(strings.TrimPrefix(subject, metas))
		if err != nil {
			return nil, fmt.Errorf("cluster: the object %s has no readable name: %w", subject, err)
		}
		names = append(names, string(name))
	}
	return names, nil
}

// dropBlobs removes all objects of a job.
func (b *broker) dropBlobs(ctx context.Context, job string) error {
	names, err := b.blobNames(ctx)
	for _, name := range names {
		kind, rest, _ := strings.Cut(name, ".")
		if strings.HasPrefix(rest, job+".") && (kind == payloadBlob || kind == resultBlob || kind == contentBlob) {
			err = errors.Join(err, b.remove(ctx, name))
		}
	}
	return err
}
