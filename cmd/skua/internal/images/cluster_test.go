//go:build unix

package images

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

// pictures makes that many photographs of a kind in the directory in, and the current directory a
// new one, where they are. It returns what skua images makes of them on this machine, by name.
func pictures(t *testing.T, n int) (want map[string][]byte) {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if err := os.Mkdir("in", 0o777); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		m := image.NewRGBA(image.Rect(0, 0, 900, 600))
		for y := range 600 {
			for x := range 900 {
				m.SetRGBA(x, y, color.RGBA{uint8(x * i / 7), uint8(y * 5), uint8(x * y / (i + 1)), 255})
			}
		}
		var b bytes.Buffer
		if err := jpeg.Encode(&b, m, nil); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(fmt.Sprintf("in/%02d.jpg", i), b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tooltest.Must(t, "", "images", "--size", "300,100", "--out", "here", "--recursive", "in")
	want = tree(t, "here")
	if len(want) != 2*n {
		t.Fatalf("%d outputs, want %d", len(want), 2*n)
	}
	return want
}

// tree reads the pictures in a directory.
func tree(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob(dir + "/*.jpg")
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string][]byte)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(name)] = data
	}
	return all
}

// same compares what a run made with what it should have made.
func same(t *testing.T, dir string, want map[string][]byte) {
	t.Helper()
	got := tree(t, dir)
	for name, data := range want {
		if !bytes.Equal(got[name], data) {
			t.Errorf("%s/%s has %d bytes, which are not those that this machine makes", dir, name, len(got[name]))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s has %d pictures, want %d", dir, len(got), len(want))
	}
}

// The outputs of a cluster are those of this machine, although a node is killed in the middle, two
// others stand still, and the one that ends the work joins only then.
func TestImages_cluster(t *testing.T) {
	const n = 40
	want := pictures(t, n)
	tooltest.Found(t, "./place", "1s")
	tooltest.StartHost(t, "./place")
	var nodes []*tooltest.Process
	for i := range 3 {
		nodes = append(nodes, tooltest.StartWorker(t, "./place", "--name", fmt.Sprint("early", i), "--slots", "1"))
	}
	p := tooltest.Start(t, nil, "images", "--cluster", "./place", "--size", "300,100", "--out", "there", "--joblog", "log", "--recursive", "in")
	tooltest.Until(t, "some pictures are made", func() bool { seqs, _ := tooltest.Logged(t, "log"); return len(seqs) >= 3 })
	nodes[0].Signal(t, syscall.SIGKILL)
	nodes[1].Signal(t, syscall.SIGSTOP)
	nodes[2].Signal(t, syscall.SIGSTOP)
	tooltest.StartWorker(t, "./place", "--name", "late")
	if code, _ := p.End(t); code != exit.OK {
		t.Errorf("exit code %d: %s", code, p.Messages())
	}
	same(t, "there", want)
	tooltest.Once(t, "log", n)
	_, hosts := tooltest.Logged(t, "log")
	if !slices.Contains(hosts, "late") {
		t.Errorf("the node that joined late has made nothing: %v", hosts)
	}
	for _, node := range tooltest.StatusOf(t, "./place").Nodes {
		if node.Name == "late" && node.Executed == 0 {
			t.Errorf("the node that joined late has executed nothing: %+v", node)
		}
	}
	if jobs := tooltest.StatusOf(t, "./place").Jobs; len(jobs) != 1 {
		t.Errorf("%d jobs are left, want that of the test's own: %+v", len(jobs), jobs)
	}
}

// A batch whose submitter was killed is ended by --resume.
func TestImages_clusterResume(t *testing.T) {
	const n = 20
	want := pictures(t, n)
	tooltest.StartWorker(t, "./place", "--name", "node", "--files", "in", "--slots", "1")
	args := []string{"images", "--cluster", "./place", "--size", "300,100", "--out", "there", "--joblog", "log", "--recursive", "in"}
	p := tooltest.Start(t, nil, args...)
	tooltest.Until(t, "some pictures are made", func() bool { seqs, _ := tooltest.Logged(t, "log"); return len(seqs) >= 3 })
	p.Signal(t, syscall.SIGKILL)
	p.End(t)
	before, _ := tooltest.Logged(t, "log")
	if len(before) == n {
		t.Fatal("the batch was over before it was killed")
	}
	tooltest.Must(t, "", append(args, "--resume")...)
	same(t, "there", want)
	seqs, hosts := tooltest.Logged(t, "log")
	slices.Sort(seqs)
	if len(slices.Compact(slices.Clone(seqs))) != len(seqs) {
		t.Errorf("inputs are twice in the joblog: %v", seqs)
	}
	if slices.ContainsFunc(hosts, func(h string) bool { return h != "node" }) {
		t.Errorf("the hosts are %v, want the node", hosts)
	}
}

func TestImages_clusterUsage(t *testing.T) {
	pictures(t, 1)
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{exit.Usage, "--creds, --ca, --cert and --key are for --cluster", []string{"--creds", "x"}},
		{exit.Usage, `unknown place "place"`, []string{"--cluster", "place"}},
		{exit.NotStarted, "cannot be reached", []string{"--cluster", "nats://127.0.0.1:1"}},
	} {
		code, _, stderr := tooltest.Run(t, "", append([]string{"images", "--size", "10", "--out", "there", "in/00.jpg"}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit code %d, %s; want %d and %q", c.args, code, stderr, c.code, c.want)
		}
	}
}
