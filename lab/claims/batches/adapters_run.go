package batches

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// adapters are connections, one for each worker, to a server that takes its time. It serves
// each connection on its own and one request after the other, so that two connections have
// twice the throughput of one.
type adapters struct {
	block   int // bytes of an answer
	server  net.Listener
	clients []net.Conn
	serving sync.WaitGroup
}

// dialAdapters starts a server on the loopback interface and connects to it.
func dialAdapters(number, block int, pace time.Duration) (a *adapters, err error) {
	a = &adapters{block: block}
	if a.server, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	for range number {
		c, err := net.Dial("tcp", a.server.Addr().String())
		if err != nil {
			a.close()
			return nil, err
		}
		a.clients = append(a.clients, c)
		s, err := a.server.Accept()
		if err != nil {
			a.close()
			return nil, err
		}
		a.serving.Go(func() { serve(s, block, pace) })
	}
	return a, nil
}

// serve answers requests of a byte until the client has closed its connection.
func serve(c net.Conn, block int, pace time.Duration) {
	defer c.Close()
	one, answer := make([]byte, 1), make([]byte, block)
	for {
		if _, err := io.ReadFull(c, one); err != nil {
			return
		}
		time.Sleep(pace) // what the adapter takes; nothing waits for it to be over but the request
		if _, err := c.Write(answer); err != nil {
			return
		}
	}
}

// request sends a request through the worker's adapter, and waits for its answer.
func (a *adapters) request(worker int) error {
	c := a.clients[worker]
	if _, err := c.Write([]byte{1}); err != nil {
		return err
	}
	_, err := io.CopyN(io.Discard, c, int64(a.block))
	return err
}

// close closes all connections, and returns when the server has noticed.
func (a *adapters) close() {
	a.server.Close()
	for _, c := range a.clients {
		c.Close()
	}
	a.serving.Wait()
}

// fileCount is how many files there are. A worker reads its own one, again and again, so it is in memory.
const fileCount = 64

// someFiles writes files of a size, and returns what reads that of a worker.
func someFiles(size int) (read func(worker int) error, remove func(), err error) {
	dir, err := os.MkdirTemp("", "skua-adapters-")
	if err != nil {
		return nil, nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	name := func(i int) string { return filepath.Join(dir, fmt.Sprint(i%fileCount)) }
	for i := range fileCount {
		err = errors.Join(err, os.WriteFile(name(i), make([]byte, size), 0o600))
	}
	if err != nil {
		remove()
		return nil, nil, err
	}
	return func(worker int) error {
		data, err := os.ReadFile(name(worker))
		if err == nil && len(data) != size {
			err = fmt.Errorf("a file of %d bytes has %d", size, len(data))
		}
		return err
	}, remove, nil
}
