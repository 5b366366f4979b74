//go:build linux

package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"iter"
	"log"
	"net"
	"os"
	"os/signal"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/skua-go/skua/cluster"
)

const (
	jobID   = "faults"
	handler = "work"
)

// play plays a role until it ends, or until SIGTERM.
func play(role string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	switch role {
	case "server":
		return playServer(ctx)
	case "node":
		return playNode(ctx)
	case "submitter":
		return playSubmitter(ctx)
	}
	return fmt.Errorf("no role %q", role)
}

// playServer is a NATS server like one that an operator runs, but syncs each write.
func playServer(ctx context.Context) error {
	host, port, err := net.SplitHostPort(*addr)
	if err != nil {
		return err
	}
	o := &natsserver.Options{Host: host, JetStream: true, StoreDir: *store, SyncAlways: true, NoSigs: true, DisableJetStreamBanner: true}
	if o.Port, err = strconv.Atoi(port); err != nil {
		return err
	}
	if *routes != "" {
		o.Routes = natsserver.RoutesFromStr(*routes)
		if o.Cluster.Port, err = strconv.Atoi(o.Routes[0].Port()); err != nil {
			return err
		}
		o.ServerName, o.Cluster.Host, o.Cluster.Name = *addr, host, "three"
	}
	if *cert != "" {
		pair, err := tls.LoadX509KeyPair(*cert, *key)
		if err != nil {
			return err
		}
		o.TLS, o.TLSConfig = true, &tls.Config{Certificates: []tls.Certificate{pair}}
		o.Username, o.Password = "skua", "faults"
	}
	s, err := natsserver.NewServer(o)
	if err != nil {
		return err
	}
	s.ConfigureLogger()
	s.Start()
	<-ctx.Done()
	s.Shutdown()
	s.WaitForShutdown()
	return nil
}

func config() cluster.Config {
	return cluster.Config{Lease: *lease, CA: *ca, Log: os.Stderr}
}

// again calls f until it succeeds: the server may be away.
func again[T any](ctx context.Context, f func() (T, error)) (T, error) {
	for {
		v, err := f()
		if err == nil || ctx.Err() != nil {
			return v, err
		}
		log.Printf("again: %v", err)
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

func playNode(ctx context.Context) error {
	file, err := os.OpenFile(*effectsFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	var executions atomic.Int64
	c := config()
	c.Slots = 2
	c.Policy = policies[*policy]
	c.Handlers = map[string]cluster.Handler{handler: func(_ context.Context, t *cluster.Task) ([]byte, error) {
		// The number of this process is taken from the clock: its pid may come again.
		id := fmt.Sprintf("%x.%d", born, executions.Add(1))
		if _, err := file.Write(effect(t.ID, t.Attempt, id)); err != nil {
			return nil, err
		}
		time.Sleep(cost(t.ID))
		return []byte(id), nil
	}}
	n, err := again(ctx, func() (*cluster.Node, error) { return cluster.Join(ctx, *where, c) })
	if err != nil {
		return err
	}
	<-ctx.Done()
	err = n.Close()
	i := n.Info()
	fmt.Printf("counted %d %d\n", i.Stolen, i.Fenced)
	return err
}

// cost is what a task takes. The expensive ones follow each other, so that one node has many.
func cost(task string) time.Duration {
	if i, _ := strconv.Atoi(task); i/32%16 == 0 {
		return 16 * *work
	}
	return *work
}

var born = time.Now().UnixNano()

// playSubmitter submits the job and writes its results to a file.
func playSubmitter(ctx context.Context) error {
	out, err := os.Create(*outFile)
	if err != nil {
		return err
	}
	defer out.Close()
	c, err := again(ctx, func() (*cluster.Client, error) { return cluster.Open(ctx, *where, config()) })
	if err != nil {
		return err
	}
	defer c.Close()
	p, err := again(ctx, func() (p cluster.Progress, err error) {
		job, err := again(ctx, func() (*cluster.Job, error) {
			return c.Submit(ctx, cluster.JobSpec{Handler: handler, ID: jobID, Attempts: 1000}, payloads(*tasks))
		})
		if err != nil {
			return p, err
		}
		if err := readResults(ctx, job, out); err != nil {
			return p, err
		}
		for { // the job is there until the store is replaced
			if p, err = job.Progress(ctx); err == nil || errors.Is(err, cluster.ErrUnknownJob) || ctx.Err() != nil {
				return p, err
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
	if err != nil {
		return err
	}
	// The file says that this reader has ended, so it appears with what is in it.
	if err := os.WriteFile(*outFile+".new", fmt.Append(nil, p.Done), 0o644); err != nil {
		return err
	}
	return os.Rename(*outFile+".new", *outFile+".done")
}

// readResults writes a line for each result, again from the start if the reading breaks.
func readResults(ctx context.Context, job *cluster.Job, out *os.File) error {
	for {
		if err := out.Truncate(0); err != nil {
			return err
		}
		if _, err := out.Seek(0, 0); err != nil {
			return err
		}
		w := bufio.NewWriter(out)
		var broken error
		for r, err := range job.Results(ctx) {
			var failed *cluster.TaskError
			switch {
			case errors.As(err, &failed):
				fmt.Fprintf(w, "%s failed: %v\n", failed.ID, err)
			case err != nil:
				broken = err
			default:
				fmt.Fprintf(w, "%s %s\n", r.ID, r.Data)
			}
		}
		if broken == nil || ctx.Err() != nil || errors.Is(broken, cluster.ErrUnknownJob) {
			return errors.Join(broken, w.Flush())
		}
		log.Printf("read again: %v", broken)
	}
}

func payloads(n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range n {
			if !yield(strconv.AppendInt(nil, int64(i), 10)) {
				return
			}
		}
	}
}
