package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// patience bounds what a test waits for and never expects to wait for.
const patience = 60 * time.Second

// answer is when a request is repeated: one that was under way when the server went
// is never answered.
const answer = 500 * time.Millisecond

// TestMain runs the program of a helper process when the environment asks for one.
func TestMain(m *testing.M) {
	if os.Getenv("SKUA_TEST_DIR") != "" {
		crashAt(os.Getenv("SKUA_TEST_CRASH"))
		os.Exit(helper(os.Getenv("SKUA_TEST_DIR")))
	}
	firstTimeout = 10 * time.Second // a busy machine may not answer within the usual 4 s
	os.Exit(m.Run())
}

// helper shares a directory and obeys the commands on its standard input, one answer
// line each: host, stream, publish SUBJECT TEXT, close. The command batches SIZE stores
// batches for ever, with a line for each. The process leaves at the end of the input.
func helper(dir string) int {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	where, err := Parse(dir)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	s, err := Open(ctx, where, Options{Name: "helper"})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("ready")
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		fmt.Println(obey(ctx, s, strings.Fields(in.Text())))
	}
	return 0
}

func obey(ctx context.Context, s *Server, words []string) string {
	switch words[0] {
	case "host":
		return fmt.Sprint(s.Hosts())
	case "publish":
		if err := store(ctx, s.Conn(), words[1], words[2]); err != nil {
			return err.Error()
		}
		return "stored"
	case "stream":
		return fmt.Sprint(addStream(ctx, s.Conn()))
	case "batches":
		size, _ := strconv.Atoi(words[1])
		return storeBatches(ctx, s.Conn(), size)
	case "close":
		return fmt.Sprint(s.Close())
	}
	return "unknown command"
}

// storeBatches stores batches of size messages, and tells of each, until one fails.
func storeBatches(ctx context.Context, nc *nats.Conn, size int) string {
	js, err := jetstream.New(nc)
	if err != nil {
		return err.Error()
	}
	if _, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: "T", Subjects: []string{"t.>"}, AllowAtomicPublish: true}); err != nil {
		return err.Error()
	}
	for {
		if err := PublishBatch(ctx, nc, batch(0, size)); err != nil {
			return err.Error()
		}
		fmt.Println("stored")
	}
}

// countStored tells how many messages the stream has.
func countStored(t *testing.T, nc *nats.Conn) uint64 {
	t.Helper()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	s, err := js.Stream(waiting(t), "T")
	if err != nil {
		t.Fatal(err)
	}
	return s.CachedInfo().State.Msgs
}

// process is a helper process.
type process struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func spawn(t *testing.T, dir string, env ...string) *process {
	t.Helper()
	p := launch(t, dir, env...)
	p.want("ready")
	return p
}

// launch starts a helper without waiting until it has joined.
func launch(t *testing.T, dir string, env ...string) *process {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), "SKUA_TEST_DIR="+dir), env...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &process{t, cmd, in, bufio.NewReader(out)}
	t.Cleanup(p.kill)
	return p
}

// kill ends the process as kill -9 does, and returns when it is gone.
func (p *process) kill() {
	if p.cmd.ProcessState == nil {
		p.cmd.Process.Kill()
		p.cmd.Wait()
	}
}

func (p *process) ask(command string) string {
	p.t.Helper()
	if _, err := fmt.Fprintln(p.in, command); err != nil {
		p.t.Fatalf("%s: %v", command, err)
	}
	return p.line()
}

func (p *process) line() string {
	p.t.Helper()
	line, err := p.out.ReadString('\n')
	if err != nil {
		p.t.Fatalf("helper process: %v after %q", err, line)
	}
	return strings.TrimSpace(line)
}

func (p *process) want(text string) {
	p.t.Helper()
	if got := p.line(); got != text {
		p.t.Fatalf("helper process says %q, want %q", got, text)
	}
}

func waiting(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

func open(t *testing.T, where string) *Server {
	t.Helper()
	w, err := Parse(where)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(waiting(t), w, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// refused opens where, wants an error, and wants every text of it.
func refused(t *testing.T, where string, o Options, texts ...string) {
	t.Helper()
	w, err := Parse(where)
	var s *Server
	if err == nil {
		s, err = Open(waiting(t), w, o)
	}
	if err == nil {
		s.Close()
		t.Fatalf("%q is open, want an error", where)
	}
	for _, text := range append(texts, "cluster: ") {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("error of %q: %v; want it to say %q", where, err, text)
		}
	}
}

// addStream makes a stream of the subjects t.> in a file.
func addStream(ctx context.Context, nc *nats.Conn) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	_, err = js.CreateStream(ctx, jetstream.StreamConfig{Name: "T", Subjects: []string{"t.>"}, Storage: jetstream.FileStorage})
	return err
}

func makeStream(t *testing.T, nc *nats.Conn) {
	t.Helper()
	if err := addStream(waiting(t), nc); err != nil {
		t.Fatal(err)
	}
}

// store publishes until the server confirms that it has stored the message.
func store(ctx context.Context, nc *nats.Conn, subject, text string) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	for {
		attempt, cancel := context.WithTimeout(ctx, answer)
		_, err = js.Publish(attempt, subject, []byte(text))
		cancel()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return err
		}
	}
}

// mustStore is store for the test's own process.
func mustStore(t *testing.T, nc *nats.Conn, subject, text string) {
	t.Helper()
	if err := store(waiting(t), nc, subject, text); err != nil {
		t.Fatal(err)
	}
}

func lastText(ctx context.Context, js jetstream.JetStream, subject string) (string, error) {
	stream, err := js.Stream(ctx, "T")
	if err != nil {
		return "", err
	}
	msg, err := stream.GetLastMsgForSubject(ctx, subject)
	if err != nil {
		return "", err
	}
	return string(msg.Data), nil
}

// wantStored wants text to be the last message of subject, asking until a server answers.
func wantStored(t *testing.T, nc *nats.Conn, subject, text string) {
	t.Helper()
	ctx := waiting(t)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	for {
		attempt, cancel := context.WithTimeout(ctx, answer)
		got, err := lastText(attempt, js, subject)
		cancel()
		switch {
		case err == nil && got == text:
			return
		case err == nil || errors.Is(err, jetstream.ErrMsgNotFound) || ctx.Err() != nil:
			t.Fatalf("subject %s: %q, %v; want %q", subject, got, err, text)
		}
	}
}
