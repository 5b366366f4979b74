package cluster

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// TestCluster_submit runs each handler of a worker, with payloads from everywhere.
func TestCluster_submit(t *testing.T) {
	dir := t.TempDir()
	tooltest.StartWorker(t, dir)
	file := filepath.Join(t.TempDir(), "payloads")
	if err := os.WriteFile(file, []byte("1ms\n2ms"), 0o600); err != nil {
		t.Fatal(err)
	}
	lines := ""
	for i := range 200 {
		lines += fmt.Sprintf("%d\n", i)
	}
	for _, c := range []struct {
		stdin, want string
		args        []string
	}{
		{"", "a b\n\nc\n", []string{"echo", "a b", "", "c"}},
		{lines, lines, []string{"echo"}},
		{lines, lines, []string{"echo", "--file", "-", "--priority", "interactive"}},
		{"", "1ms\n2ms\n", []string{"sleep", "--file", file}},
		{"", "3ms\n", []string{"spin", " 3ms "}},
		{"", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb\n", []string{"hash", "a"}},
		{"", "", []string{"hash"}},
	} {
		if out := tooltest.Must(t, c.stdin, append([]string{"cluster", "submit", "--join", dir}, c.args...)...); out != c.want {
			t.Errorf("submit %q prints %q, want %q", c.args, out, c.want)
		}
	}
	if d := tooltest.Document[jobsDocument](t, "cluster", "jobs", "--join", dir); len(d.Jobs) != 0 {
		t.Errorf("jobs whose results were printed are left: %+v", d.Jobs)
	}
	// Twice the same ID is one job, which stays.
	for range 2 {
		if out := tooltest.Must(t, "", "cluster", "submit", "--join", dir, "--id", "twice", "echo", "x"); out != "x\n" {
			t.Errorf("the job prints %q, want x", out)
		}
	}
	if code, out, msg := tooltest.Run(t, "", "cluster", "submit", "--join", dir, "--id", "twice", "echo", "y"); code != exit.NotStarted || out != "" || !strings.Contains(msg, "job twice exists, with other payloads") {
		t.Errorf("other payloads under the same ID: exit code %d, %q, %q", code, out, msg)
	}
	d := tooltest.Document[jobsDocument](t, "cluster", "jobs", "--join", dir)
	if len(d.Jobs) != 1 || d.Jobs[0].ID != "twice" || d.Jobs[0].State != "ended" || d.Jobs[0].Done != 1 || d.Jobs[0].Handler != "echo" {
		t.Errorf("jobs are %+v, want one, ended", d.Jobs)
	}
	text := tooltest.Must(t, "", "cluster", "jobs", "--join", dir)
	if !regexp.MustCompile(`(?m)^twice +echo +batch +\S+ \S+ +ended +1 +1 +0$`).MatchString(text) {
		t.Errorf("the table has no line for the job:\n%s", text)
	}
}

func TestCluster_resultsAsJSON(t *testing.T) {
	dir := t.TempDir()
	tooltest.StartWorker(t, dir, "--name", "n")
	code, out, msg := tooltest.Run(t, "a\n\xff\nno duration\n", "cluster", "submit", "--join", dir, "--json", "echo")
	if code != exit.OK {
		t.Fatalf("exit code %d: %s", code, msg)
	}
	var got []resultLine
	for line := range strings.Lines(out) {
		var r resultLine
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		got = append(got, r)
	}
	if len(got) != 3 || *got[0].Result != "a" || string(got[1].Base64) != "\xff" || got[2].ID != "2" || got[0].Node != "n" || got[0].Attempts != 1 {
		t.Errorf("results are %s, want a, a byte, and a line", out)
	}
	code, out, msg = tooltest.Run(t, "", "cluster", "submit", "--join", dir, "--json", "sleep", "soon")
	if code != exit.Failed || !strings.Contains(out, `"error":"payload \"soon\": want a duration such as 1.5s"`) {
		t.Errorf("exit code %d, %q, %q; want %d and the error as JSON", code, out, msg, exit.Failed)
	}
}

// TestCluster_dead lets a task fail, looks at it, retries and forgets it.
func TestCluster_dead(t *testing.T) {
	dir := t.TempDir()
	tooltest.StartWorker(t, dir, "--name", "n")
	at := func(command string, args ...string) []string {
		return append([]string{"cluster", command, "--join", dir}, args...)
	}
	for range 2 {
		code, out, msg := tooltest.Run(t, "", at("submit", "--id", "j", "sleep", "1ms", "so\x1bon", "2ms")...)
		if code != exit.Failed || out != "1ms\n\n2ms\n" || !strings.Contains(msg, `task 1 failed at attempt 1 on node n: payload "so\x1bon": want a duration`) {
			t.Errorf("exit code %d, %q, %q; want %d, two results, a message", code, out, msg, exit.Failed)
		}
		d := tooltest.Document[deadDocument](t, at("dead", "j")...)
		if len(d.Dead) != 1 || d.Dead[0].ID != "1" || string(d.Dead[0].Payload) != "so\x1bon" || d.Dead[0].Node != "n" || d.Dead[0].Attempts != 1 {
			t.Errorf("dead letters are %+v, want task 1", d.Dead)
		}
		if text := tooltest.Must(t, "", at("dead")...); !strings.Contains(text, `so\x1bon`) || strings.Contains(text, "\x1b") {
			t.Errorf("the table shows the payload as it is, or not at all:\n%s", text)
		}
		if text := tooltest.Must(t, "", at("explain", "j", "1")...); !strings.Contains(text, "is a dead letter") {
			t.Errorf("explain says %q, want that it is a dead letter", text)
		}
		if code, _, msg := tooltest.Run(t, "", at("retry", "j", "1")...); code != exit.OK || !strings.Contains(msg, "1 task of job j put back") {
			t.Errorf("retry: exit code %d, %s", code, msg)
		}
	}
	if code, _, msg := tooltest.Run(t, "", at("retry", "j", "0")...); code != exit.Failed || !strings.Contains(msg, "job j has no dead letter 0") {
		t.Errorf("retry of a task that is well: exit code %d, %q", code, msg)
	}
	tooltest.Must(t, "", at("forget", "j")...)
	if d := tooltest.Document[jobsDocument](t, at("jobs")...); len(d.Jobs) != 0 {
		t.Errorf("a forgotten job is listed: %+v", d.Jobs)
	}
}

// TestCluster_alone uses a cluster that no node has joined.
func TestCluster_alone(t *testing.T) {
	dir := t.TempDir()
	at := func(command string, args ...string) []string {
		return append([]string{"cluster", command, "--join", dir}, args...)
	}
	job := strings.TrimSpace(tooltest.Must(t, "", at("submit", "--detach", "resize", "a", "b")...))
	for _, task := range []string{"0", "1"} {
		x := tooltest.Document[explainDocument](t, at("explain", job, task)...)
		if x.State != "nobody" || x.Sentence != "It waits because no node has joined the cluster." || x.Handler != "resize" {
			t.Errorf("the explanation is %+v", x)
		}
	}
	if text := tooltest.Must(t, "", at("explain", job)...); !strings.HasPrefix(text, "Job "+job+" has not ended: 0 of 2 tasks have ended. ") {
		t.Errorf("the explanation is %q", text)
	}
	if text := tooltest.Must(t, "", at("status")...); text != "0 nodes with 0 slots, 0 of them busy; 1 job, 1 of them open\n" {
		t.Errorf("the status is %q", text)
	}
	d := tooltest.Document[statusDocument](t, at("status")...)
	if len(d.Nodes) != 0 || len(d.Jobs) != 1 || d.Jobs[0].State != "open" || d.Jobs[0].Tasks != 2 {
		t.Errorf("the status is %+v, want an open job", d)
	}
	tooltest.Must(t, "", at("cancel", job)...)
	if text := tooltest.Must(t, "", at("explain", job)...); text != "Job "+job+" is cancelled: 0 of 2 tasks have ended.\n" {
		t.Errorf("the explanation is %q", text)
	}
	tooltest.Must(t, "", at("forget", job)...)
	if text := tooltest.Must(t, "", at("explain", job)...); !strings.Contains(text, "knows no job") {
		t.Errorf("the explanation is %q", text)
	}
	for _, command := range []string{"cancel", "forget", "retry", "dead", "results"} {
		code, out, msg := tooltest.Run(t, "", at(command, "nosuch")...)
		if code != exit.Failed || out != "" || !strings.Contains(msg, "cluster "+command+": cluster: no such job: nosuch") {
			t.Errorf("%s of an unknown job: exit code %d, %q, %q", command, code, out, msg)
		}
	}
}

func TestCluster_refuses(t *testing.T) {
	dir := t.TempDir()
	tooltest.StartWorker(t, dir)
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{exit.Usage, "--join is missing", []string{"status", "--join", ""}},
		{exit.Usage, "--join is missing", []string{"submit", "--join", "", "echo", "a"}},
		{exit.Usage, `unknown place "w" (a directory here is written ./w)`, []string{"status", "--join", "w"}},
		{exit.Usage, `unknown place "w" (a directory here is written ./w)`, []string{"submit", "--join", "w", "echo", "a"}},
		{exit.Usage, "unknown command", []string{"frob"}},
		{exit.Usage, "--priority is \"high\"", []string{"submit", "--priority", "high", "echo", "a"}},
		{exit.Usage, "--attempts is 0", []string{"submit", "--attempts", "0", "echo", "a"}},
		{exit.Usage, "both as arguments and of --file", []string{"submit", "--file", "-", "echo", "a"}},
		{exit.Usage, "no such file", []string{"submit", "--file", filepath.Join(dir, "none"), "echo"}},
		{exit.Usage, "accepts", []string{"explain"}},
		{exit.NotStarted, `no node has the handler "resize": the nodes that have joined (1) have echo, hash, image, sleep, spin`, []string{"submit", "resize", "a"}},
		{exit.NotStarted, "JobSpec.ID", []string{"submit", "--id", "a b", "echo", "a"}},
		{exit.NotStarted, "cannot be reached", []string{"status", "--join", "nats://127.0.0.1:1"}},
		{exit.Failed, `task ID "x": want a number`, []string{"explain", "j", "x"}},
	} {
		if c.args[0] == "explain" && len(c.args) > 1 {
			tooltest.Must(t, "", "cluster", "submit", "--join", dir, "--id", "j", "echo", "a")
		}
		args := append([]string{"cluster", "--join", dir}, c.args...)
		code, stdout, stderr := tooltest.Run(t, "", args...)
		if code != c.code || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("skua %q: exit code %d, stdout %q, stderr %q; want %d and %q", args, code, stdout, stderr, c.code, c.want)
		}
	}
}

// TestCluster_interrupt interrupts a submitter that waits for results: its job is
// cancelled, unless it has an ID.
func TestCluster_interrupt(t *testing.T) {
	dir := t.TempDir()
	tooltest.Found(t, dir, "30s")
	for _, id := range []string{"", "mine"} {
		p := tooltest.Start(t, nil, "cluster", "submit", "--join", dir, "--id", id, "sleep", "1s")
		tooltest.Until(t, "the job is there", func() bool {
			d := tooltest.Document[jobsDocument](t, "cluster", "jobs", "--join", dir)
			return len(d.Jobs) == 1 && d.Jobs[0].Tasks == 1
		})
		p.Signal(t, syscall.SIGINT)
		if code, _ := p.End(t); code != exit.Interrupted {
			t.Errorf("exit code %d, want %d: %s", code, exit.Interrupted, p.Messages())
		}
		d := tooltest.Document[jobsDocument](t, "cluster", "jobs", "--join", dir)
		if id == "" && (len(d.Jobs) != 0 || !strings.Contains(p.Messages(), "is cancelled")) {
			t.Errorf("the job stays: %+v, %s", d.Jobs, p.Messages())
		}
		if id != "" && (len(d.Jobs) != 1 || d.Jobs[0].State != "open" || !strings.Contains(p.Messages(), "job mine goes on")) {
			t.Errorf("the job with an ID does not stay: %+v, %s", d.Jobs, p.Messages())
		}
	}
}

// TestCluster_interruptedInput interrupts a submitter that waits for its input.
func TestCluster_interruptedInput(t *testing.T) {
	dir := t.TempDir()
	tooltest.Found(t, dir, "30s")
	in, feed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer feed.Close()
	fmt.Fprintln(feed, "1s")
	p := tooltest.Start(t, in, "cluster", "submit", "--join", dir, "sleep")
	tooltest.Until(t, "the job is there", func() bool {
		d := tooltest.Document[jobsDocument](t, "cluster", "jobs", "--join", dir)
		return len(d.Jobs) == 1 && d.Jobs[0].State == "submitting"
	})
	p.Signal(t, syscall.SIGTERM)
	if code, _ := p.End(t); code != exit.Terminated {
		t.Errorf("exit code %d, want %d: %s", code, exit.Terminated, p.Messages())
	}
}

// Commands that look found nothing.
func TestCluster_nothingThere(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "wrok")
	for _, args := range [][]string{{"status"}, {"jobs"}, {"dead"}, {"explain", "j"}, {"results", "j"}, {"cancel", "j"}, {"forget", "j"}, {"retry", "j"}} {
		code, _, msg := tooltest.Run(t, "", append([]string{"cluster", "--join", dir}, args...)...)
		if code != exit.NotStarted || !strings.Contains(msg, "there is no cluster at") || !strings.Contains(msg, "skua worker") {
			t.Errorf("%s: exit code %d, %q; want an error that says that no cluster is there", args[0], code, msg)
		}
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("a look has made the directory")
	}
}

// Of many tasks that fail the first have a message, and the others are counted.
func TestCluster_manyFail(t *testing.T) {
	dir := t.TempDir()
	tooltest.StartWorker(t, dir)
	code, out, msg := tooltest.Run(t, strings.Repeat("no duration\n", 30), "cluster", "submit", "--join", dir, "sleep")
	if code != exit.Failed || out != strings.Repeat("\n", 30) || strings.Count(msg, "failed at attempt 1") != 10 || !strings.Contains(msg, "and 20 tasks more") {
		t.Errorf("exit code %d, %q, %s; want ten messages, and how many more there are", code, out, msg)
	}
}

// A password of an address is refused where all users can read it, and taken from a file or from
// the environment.
func TestCluster_secrets(t *testing.T) {
	file := filepath.Join(t.TempDir(), "place")
	const address = "nats://me:hush@127.0.0.1:1"
	if err := os.WriteFile(file, []byte(address+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		env, join string
		code      int
		want      string
	}{
		{"", address, exit.Usage, "all users of this machine can read"},
		{"", "nats://token@127.0.0.1:1", exit.Usage, "all users of this machine can read"},
		{"", "@" + file, exit.NotStarted, "cannot be reached"},
		{address, "", exit.NotStarted, "cannot be reached"},
		{"", "@" + file + ".not", exit.Usage, "no such file"},
	} {
		t.Setenv("SKUA_CLUSTER", c.env)
		args := []string{"cluster", "status"}
		if c.join != "" {
			args = append(args, "--join", c.join)
		}
		code, _, msg := tooltest.Run(t, "", args...)
		if code != c.code || !strings.Contains(msg, c.want) || strings.Contains(msg, "hush") && c.join != address {
			t.Errorf("--join %q, environment %q: exit code %d, %q; want %d, %q", c.join, c.env, code, msg, c.code, c.want)
		}
	}
	t.Setenv("SKUA_CLUSTER", address)
	if help := tooltest.Must(t, "", "cluster", "status", "--help"); strings.Contains(help, "hush") {
		t.Error("the help shows the password of the environment")
	}
}

// When nobody reads the results any more, the job is cancelled and forgotten.
func TestCluster_brokenPipe(t *testing.T) {
	dir := t.TempDir()
	tooltest.StartWorker(t, dir)
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	submit := tooltest.Tool("cluster", "submit", "--join", dir, "echo", "a", "b")
	submit.Stdout = write
	read.Close()
	out, err := os.Create(filepath.Join(t.TempDir(), "messages"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	submit.Stderr = out
	err = submit.Run()
	write.Close()
	msg, _ := os.ReadFile(out.Name())
	if err == nil || !strings.Contains(string(msg), "is cancelled") {
		t.Errorf("%v, %s; want an error, and that the job is cancelled", err, msg)
	}
	if d := tooltest.Document[jobsDocument](t, "cluster", "jobs", "--join", dir); len(d.Jobs) != 0 {
		t.Errorf("the job is left: %+v", d.Jobs)
	}
}
