package cluster

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A program that only looks makes nothing where no cluster is, and sees one that is there.
func TestExisting_foundsNothing(t *testing.T) {
	ctx, s := minute(t), startServer(t)
	look := Config{Existing: true}
	if _, err := openBroker(ctx, connect(t, s), look, true); !errors.Is(err, ErrNoCluster) {
		t.Errorf("a server without a cluster: %v, want ErrNoCluster", err)
	}
	js, err := jetstream.New(connect(t, s))
	if err != nil {
		t.Fatal(err)
	}
	for name := range js.StreamNames(ctx).Name() {
		t.Errorf("a look has made the stream %s", name)
	}
	testClient(t, s, Config{})
	if _, err := openBroker(ctx, connect(t, s), look, true); err != nil {
		t.Errorf("a cluster that is there: %v", err)
	}

	missing, empty := filepath.Join(t.TempDir(), "wrok"), t.TempDir()
	for _, where := range []string{missing, "alone:" + missing, empty, "alone:" + empty, ""} {
		if c, err := Open(ctx, where, look); !errors.Is(err, ErrNoCluster) {
			t.Errorf("place %q: %v, want ErrNoCluster", where, err)
			c.Close()
		}
	}
	if _, err := os.Stat(missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a look has made the directory %s: %v", missing, err)
	}
	if in, err := os.ReadDir(empty); err != nil || len(in) > 0 {
		t.Errorf("a look has made %v in an empty directory (%v)", in, err)
	}
	for _, c := range []Config{{}, look} {
		client, err := Open(ctx, empty, c)
		if err != nil {
			t.Fatalf("Existing %v, after the cluster was founded: %v", c.Existing, err)
		}
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A program that wants another lease than the cluster has is told; one that wants none is not.
func TestLease_differs(t *testing.T) {
	s := startServer(t)
	for _, c := range []struct {
		lease time.Duration
		want  string
	}{
		{7 * time.Second, ""}, {7 * time.Second, ""}, {0, ""},
		{5 * time.Second, "cluster: the lease is 7s, which the first program of the cluster has set, not 5s\n"},
	} {
		var log bytes.Buffer
		client := testClient(t, s, Config{Lease: c.lease, Log: &log})
		if log.String() != c.want || client.b.lease() != 7*time.Second {
			t.Errorf("lease %v: %q, and the lease %v; want %q, 7s", c.lease, log.String(), client.b.lease(), c.want)
		}
	}
	if c := testClient(t, startServer(t), Config{}); c.b.lease() != defaultLease {
		t.Errorf("the lease is %v, want the default", c.b.lease())
	}
	if _, err := (Config{Lease: time.Millisecond}).complete(); err == nil || !strings.Contains(err.Error(), "Config.Lease is 1ms: want at least 300ms") {
		t.Errorf("a lease of 1ms: %v", err)
	}
}
