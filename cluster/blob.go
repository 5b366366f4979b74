package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// Payloads and results above InlinePayload are objects beside the queue. A task
// names its object; the object is stored before the task, and removed with the job.

// maxTransfer is how long one try to send or fetch an object may take.
const maxTransfer = time.Minute

func (b *broker) putBlob(ctx context.Context, name string, data []byte) (string, error) {
	if err := checkPayload(len(data), b.limit); err != nil {
		return "", err
	}
	err := persistFor(ctx, maxTransfer, func(ctx context.Context) error {
		_, err := b.blobs.PutBytes(ctx, name, data)
		return err
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
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("cluster: fetch the object %s: %w", name, err)
	}
	return data, nil
}

// dropBlob removes an object that nobody needs. An error is no harm: the object
// goes with its job.
func (b *broker) dropBlob(ctx context.Context, name string) {
	if name != "" {
		_ = b.blobs.Delete(ctx, name)
	}
}

// newID is unique in the world, and fit for a subject.
func newID() string { return nuid.Next() }

// dropBlobs removes all objects of a job.
func (b *broker) dropBlobs(ctx context.Context, job string) error {
	objects, err := b.blobs.List(ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, o := range objects {
		if strings.HasPrefix(o.Name, "p."+job+".") || strings.HasPrefix(o.Name, "r."+job+".") {
			err = errors.Join(err, b.blobs.Delete(ctx, o.Name))
		}
	}
	return err
}
