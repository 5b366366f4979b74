package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// TestWire_page wants each field that cluster/docs/cluster-wire.md promises in the record of that name, of
// the type that it promises, and each name of a stream, subject or header as it is. What the page does
// not promise may be there: readers pass over it.
func TestWire_page(t *testing.T) {
	text, err := os.ReadFile("docs/cluster-wire.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for title, record := range map[string]any{"meta": metaRecord{}, "job": jobRecord{}, "envelope": envelope{}, "outcome": outcome{}, "letter": deadRecord{}} {
		_, table, found := strings.Cut(page, "\n| "+title+" | type |")
		table, _, _ = strings.Cut(table, "\n\n")
		rows := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| ([a-z ]+) \\|").FindAllStringSubmatch(table, -1)
		if !found || len(rows) == 0 {
			t.Errorf("the page has no table of %s", title)
		}
		for _, row := range rows {
			if got := typeOf(record, row[1]); got != row[2] {
				t.Errorf("the page says that %s of %s is %s; here it is %s", row[1], title, row[2], got)
			}
		}
	}
	e := envelope{Job: "JOB", ID: "TASK", Handler: "HANDLER", Born: 35}
	urgent := e
	urgent.Priority = Interactive
	born := strings.NewReplacer(".z.", ".BIRTH.")
	for _, want := range []string{
		fmt.Sprintf("version %d", protocol), header, born.Replace(e.taskSubject()), born.Replace(urgent.taskSubject()),
		born.Replace(e.resultSubject()), born.Replace(e.deadSubject()), born.Replace(e.messageID()),
		tasksStream, resultsStream, deadStream, jobsBucket, "$KV." + jobsBucket + "." + metaKey, "$KV." + jobsBucket + "." + jobKey + "JOB",
		fmt.Sprintf("%d KiB", InlinePayload>>10),
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
}

// typeOf is the type of a field of a record in JSON, in the words of the page.
func typeOf(record any, name string) string {
	of := reflect.TypeOf(record)
	for i := range of.NumField() {
		f := of.Field(i)
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag != name {
			continue
		}
		switch {
		case f.Type == reflect.TypeFor[time.Time]():
			return "time"
		case f.Type == reflect.TypeFor[time.Duration]():
			return "nanoseconds"
		case f.Type == reflect.TypeFor[envelope]():
			return "envelope"
		case f.Type.Kind() == reflect.String:
			return "text"
		case f.Type.Kind() == reflect.Bool:
			return "bool"
		case f.Type.Kind() == reflect.Float64:
			return "number"
		}
		return "whole number"
	}
	return "not there"
}

// permissions are those that the page says a client needs.
func permissions(t *testing.T) *server.Permissions {
	t.Helper()
	text, err := os.ReadFile("docs/cluster-wire.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| publish \| subscribe \|\n.*\n\| (.*) \| (.*) \|$`).FindStringSubmatch(string(text))
	if row == nil {
		t.Fatal("the page has no table of permissions")
	}
	only := func(cell string) *server.SubjectPermission {
		return &server.SubjectPermission{Allow: strings.Split(strings.ReplaceAll(cell, "`", ""), ", ")}
	}
	return &server.Permissions{Publish: only(row[1]), Subscribe: only(row[2])}
}

// TestWire_python runs the client in Python, with the permissions that the page says, against a server and a
// node. It wants the client to wait for what tasks spawned, whichever ends first.
func TestWire_python(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs python3, which is not installed")
	}
	may := permissions(t)
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
		Users: []*server.User{{Username: "node", Password: "p"}, {Username: "client", Password: "p/w", Permissions: may}}})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server did not start")
	}
	run := func(args ...string) (out, messages string) {
		t.Helper()
		var text strings.Builder
		c := exec.CommandContext(minute(t), python, append([]string{"examples/client.py", "nats://client:p%2Fw@" + s.Addr().String()}, args...)...)
		c.Stderr = &text
		printed, err := c.Output()
		if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
			t.Fatal(err)
		}
		return string(printed), text.String()
	}
	if _, said := run("h"); !strings.Contains(said, "stream not found") {
		t.Errorf("where no cluster was founded, the client says %q", said)
	}
	node, err := Join(t.Context(), "nats://node:p@"+s.Addr().String(), Config{Handlers: map[string]Handler{
		"echo": func(_ context.Context, task *Task) ([]byte, error) { return task.Payload, nil },
		"h": func(_ context.Context, task *Task) ([]byte, error) {
			if string(task.Payload) == "bad" {
				return nil, Fatal(errors.New("it is bad"))
			}
			_, err := task.Spawn("echo", append([]byte("child of "), task.Payload...))
			return append([]byte("did "), task.Payload...), err
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { node.Close() })
	out, said := run("h", "a", "bad", "ü")
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	slices.Sort(lines)
	if got, want := strings.Join(lines, "\n"), "0\tdid a\n0.0\tchild of a\n1\tit is bad\n2\tdid ü\n2.0\tchild of ü"; got != want {
		t.Errorf("the client prints\n%s\nwant, in some order,\n%s\n%s", got, want, said)
	}
	job, err := node.Job(t.Context(), strings.TrimSpace(strings.TrimPrefix(said, "job ")))
	if err != nil {
		t.Fatal(err)
	}
	if p, err := job.Progress(t.Context()); p != (Progress{Tasks: 3, Done: 5, Failed: 1}) || err != nil {
		t.Errorf("here the job is %+v, %v", p, err)
	}
	if out, said := run("h"); out != "" || !strings.HasPrefix(said, "job ") || strings.Count(said, "\n") != 1 {
		t.Errorf("of no task the client prints %q, and says %q", out, said)
	}
	if _, err := node.b.jobs.Put(t.Context(), metaKey, toJSON(metaRecord{Protocol: protocol + 1})); err != nil {
		t.Fatal(err)
	}
	if _, said := run("h", "a"); !strings.Contains(said, fmt.Sprintf("version %d of the protocol, this program version %d", protocol+1, protocol)) {
		t.Errorf("to another protocol the client says %q", said)
	}
}
