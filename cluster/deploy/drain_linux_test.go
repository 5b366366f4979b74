package main

import (
	"bytes"

	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	core "k8s.io/api/core/v1"

	"github.com/skua-go/skua/cluster"
)

// A deployment is what the manifests make, on this machine: a NATS server with the configuration of
// nats.yaml, and the image in a directory.
type deployment struct {
	*manifest
	image   *built
	root    string       // of the image
	secret  *core.Secret // of the workers
	place   string       // of the server, with its password
	monitor string       // its monitoring endpoint
	client  *cluster.Client
}

func deploy(t *testing.T) *deployment {
	t.Helper()
	d := &deployment{manifest: manifests(t)}
	d.image, d.root = build(t)
	var err error
	var keys *core.Secret
	if keys, d.secret, err = secrets(time.Now()); err != nil {
		t.Fatal(err)
	}
	nats := runNATS(t, d.config.Data["nats.conf"], keys)
	d.monitor = nats.MonitorAddr().String()
	d.place = strings.Replace(d.secret.StringData["place"], "@nats:4222", "@"+nats.Addr().String(), 1)
	ca := d.mount(t)
	if d.client, err = cluster.Open(t.Context(), d.place, cluster.Config{CA: ca}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.client.Close() })
	return d
}

// runNATS runs a server with a configuration and the files that it names, on free ports.
func runNATS(t *testing.T, conf string, keys *core.Secret) *server.Server {
	t.Helper()
	dir := t.TempDir()
	for key, text := range keys.StringData {
		write(t, filepath.Join(dir, "tls", key), text)
	}
	conf = strings.ReplaceAll(strings.ReplaceAll(conf, "/etc/nats/tls", dir+"/tls"), "/data", dir+"/data")
	write(t, filepath.Join(dir, "nats.conf"), conf)
	t.Setenv("NATS_PASSWORD", keys.StringData["password"])
	o, err := server.ProcessConfigFile(filepath.Join(dir, "nats.conf"))
	if err != nil {
		t.Fatal(err)
	}
	if o.Port != 4222 || o.HTTPPort != 8222 || !o.SyncAlways || !o.JetStream {
		t.Errorf("nats.conf has the ports %d and %d, JetStream %t, syncs always %t", o.Port, o.HTTPPort, o.JetStream, o.SyncAlways)
	}
	o.Host, o.HTTPHost, o.Port, o.HTTPPort, o.NoSigs, o.NoLog = "127.0.0.1", "127.0.0.1", -1, -1, true, true
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server did not start")
	}
	return s
}

// mount puts the Secret of the workers where their container has it, and returns where that is out here.
func (d *deployment) mount(t *testing.T) (ca string) {
	t.Helper()
	pod := d.worker.Spec.Template.Spec
	for _, m := range pod.Containers[0].VolumeMounts {
		v := pod.Volumes[slices.IndexFunc(pod.Volumes, func(v core.Volume) bool { return v.Name == m.Name })]
		if v.Secret != nil {
			for _, item := range v.Secret.Items {
				ca = filepath.Join(d.root, m.MountPath, item.Path)
				write(t, ca, d.secret.StringData[item.Key])
			}
		}
	}
	return ca
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A worker is a container of the Deployment.
type worker struct {
	*exec.Cmd
	said  *buffer
	ready string // where its readiness probe asks
}

// A buffer may be read while a process writes.
type buffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}
func (b *buffer) String() string { b.mu.Lock(); defer b.mu.Unlock(); return b.Buffer.String() }

// start starts a worker with the arguments, the environment and the user of the Deployment, one slot
// and a port of its own, and waits until its probe finds it ready.
func (d *deployment) start(t *testing.T, name string) *worker {
	t.Helper()
	pod := d.worker.Spec.Template.Spec
	c := pod.Containers[0]
	if *pod.SecurityContext.RunAsUser != int64(d.image.user) {
		t.Fatalf("worker.yaml runs user %d, the image has %d", *pod.SecurityContext.RunAsUser, d.image.user)
	}
	args := slices.Clone(c.Args)
	i := slices.Index(args, "--health") + 1
	if want := ":" + strconv.Itoa(int(c.Ports[0].ContainerPort)); i == 0 || args[i] != want {
		t.Fatalf("the worker gets %q, its container port is %s", args, want)
	}
	args[i] = "127.0.0.1:0"
	w := &worker{Cmd: d.image.command(d.root, []string{c.Env[0].Name + "=" + d.place}, append(args, "--slots=1", "--name="+name)...), said: new(buffer)}
	w.Stderr = w.said
	if err := w.Start(); os.IsPermission(err) {
		t.Skip("needs a chroot, or a user namespace")
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Process.Kill(); w.Wait() })
	address := regexp.MustCompile(`its health is at (http://\S+?)/ready`)
	until(t, "the worker says where its health is: ", w.said.String, func() bool { return address.MatchString(w.said.String()) })
	w.ready = address.FindStringSubmatch(w.said.String())[1] + c.ReadinessProbe.HTTPGet.Path
	until(t, "the worker is ready: ", w.said.String, func() bool { _, ok := get(t, w.ready); return ok })
	return w
}

func get(t *testing.T, url string) (body []byte, ok bool) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, err = io.ReadAll(answer.Body); err != nil {
		t.Fatal(err)
	}
	return body, answer.StatusCode == http.StatusOK
}

func until(t *testing.T, what string, more func() string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !f(); time.Sleep(time.Millisecond) { // between two looks
		if time.Now().After(end) {
			t.Fatal("waited in vain until " + what + more())
		}
	}
}

// lag is what KEDA's scaler takes from the answer to its question: the tasks of a queue that wait or run.
func (d *deployment) lag(t *testing.T, from trigger) (n int, ok bool) {
	t.Helper()
	body, ok := get(t, "http://"+d.monitor+"/jsz?acc="+url.QueryEscape(from.Account)+"&consumers=true&config=true")
	var all struct {
		Accounts []struct {
			Name    string `json:"name"`
			Streams []struct {
				Name      string `json:"name"`
				Consumers []struct {
					Name    string `json:"name"`
					Pending int    `json:"num_pending"`
					Unacked int    `json:"num_ack_pending"`
				} `json:"consumer_detail"`
			} `json:"stream_detail"`
		} `json:"account_details"`
	}
	if err := json.Unmarshal(body, &all); err != nil || !ok {
		t.Fatalf("the monitoring endpoint says %s: %v", body, err)
	}
	for _, a := range all.Accounts {
		for _, s := range a.Streams {
			for _, c := range s.Consumers {
				if a.Name == from.Account && s.Name == from.Stream && c.Name == from.Consumer {
					return c.Pending + c.Unacked, true
				}
			}
		}
	}
	return 0, false
}

// TestDeployment_drains sends the signal of a kubelet to a worker that runs one of three tasks. The task
// ends where it began, a second worker runs the others, each once, and the first ends with 0. The task takes
// half a second, and longer when this machine is too busy to send the signal meanwhile.
func TestDeployment_drains(t *testing.T) {
	d := deploy(t)
	static(t, filepath.Join(d.root, d.image.entrypoint[0]))
	for took, again := time.Second/2, true; again; took *= 2 {
		again = d.drain(t, took)
	}
	d.pictures(t)
}

// drain reports whether the signal came too late: when the first task had ended.
func (d *deployment) drain(t *testing.T, took time.Duration) (late bool) {
	const tasks = 3
	first := d.start(t, "first")
	payloads := slices.Values(slices.Repeat([][]byte{[]byte(took.String())}, tasks))
	job, err := d.client.Submit(t.Context(), cluster.JobSpec{Handler: "sleep"}, payloads)
	if err != nil {
		t.Fatal(err)
	}
	queue := d.scale.Spec.Triggers[0].Metadata
	if n, ok := d.lag(t, queue); !ok || n != 0 {
		t.Errorf("the autoscaler sees %d tasks of pictures (the queue is there: %t), want 0", n, ok)
	}
	until(t, "a task has begun", func() string { return "" }, func() bool {
		nodes, err := d.client.Nodes(t.Context())
		return err == nil && len(nodes) == 1 && nodes[0].Executed > 0
	})
	queue.Consumer = "q-b-sleep"
	waiting, ok := d.lag(t, queue)
	if err := first.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := first.Wait(); err != nil {
		t.Fatalf("the first worker ends with %v, want 0: %s", err, first.said)
	}
	late = !strings.Contains(first.said.String(), "ends 1 running task;") || !strings.Contains(first.said.String(), "has left after 1 execution")
	if !late && (!ok || waiting != tasks) {
		t.Errorf("the autoscaler sees %d tasks (the queue is there: %t), want %d", waiting, ok, tasks)
	}
	second := d.start(t, "second")
	ran := map[string]int{}
	for r, err := range job.Results(t.Context()) {
		if err != nil || string(r.Data) != took.String() || r.Attempts != 1 {
			t.Errorf("task %s: %v, result %q, %d attempts; want %q at the first", r.ID, err, r.Data, r.Attempts, took)
		}
		ran[r.Node]++
	}
	if want := map[string]int{"first": 1, "second": tasks - 1}; !late && !maps.Equal(ran, want) {
		t.Errorf("the tasks ran on %v, want %v", ran, want)
	}
	if err := second.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := second.Wait(); err != nil {
		t.Errorf("the second worker ends with %v, want 0: %s", err, second.said)
	}
	return late
}

// pictures runs the last command of cluster/docs/kubernetes.md, with 200 small pictures and a worker.
func (d *deployment) pictures(t *testing.T) {
	const pictures = 200
	dir := t.TempDir()
	var one bytes.Buffer
	if err := jpeg.Encode(&one, image.NewGray(image.Rect(0, 0, 32, 16)), nil); err != nil {
		t.Fatal(err)
	}
	for i := range pictures {
		write(t, filepath.Join(dir, "photos", fmt.Sprintf("%d.jpg", i)), one.String())
	}
	page := regexp.MustCompile(`(?m)^skua images .*$`).FindString(read(t, "../docs/kubernetes.md"))
	d.start(t, "third")
	c := exec.CommandContext(t.Context(), "sh", "-c", page)
	c.Dir = dir
	c.Env = append(os.Environ(), "PATH="+filepath.Join(d.root, "bin")+":"+os.Getenv("PATH"))
	write(t, filepath.Join(dir, "place"), d.place)
	write(t, filepath.Join(dir, "ca.crt"), d.secret.StringData["ca.crt"])
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", page, err, out)
	}
	if made, err := filepath.Glob(filepath.Join(dir, "web", "*.jpg")); len(made) != pictures || err != nil {
		t.Errorf("%s makes %d pictures (error %v), want %d", page, len(made), err, pictures)
	}
	if n, ok := d.lag(t, d.scale.Spec.Triggers[0].Metadata); !ok || n != 0 {
		t.Errorf("afterwards the autoscaler sees %d tasks (the queue is there: %t), want 0", n, ok)
	}
}
