package nodes

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/batch"
)

func item(payload any) *batch.Item {
	return &batch.Item{Seq: 1, Attempt: 1, Inputs: 1, Payload: payload}
}

// Pictures that a node makes are those that this machine makes; each content is sent once.
func TestPictures(t *testing.T) {
	chdir(t)
	for i := range 4 {
		put(t, fmt.Sprintf("in/%d.jpg", i), jpegOf(t, 60+i, 50, i))
	}
	put(t, "in/same.jpg", jpegOf(t, 60, 50, 0))
	put(t, "in/broken.jpg", jpegOf(t, 60, 50, 0)[:700])
	join(t, "n", Config{})
	h := open(t, Pictures)
	if h.Slots() != 2 || h.Ahead() != 3 || h.Name() != "cluster" {
		t.Errorf("%d slots and %d ahead on %s, want 2 and 3", h.Slots(), h.Ahead(), h.Name())
	}
	sent := int64(0)
	for i, w := range works(t, "there") {
		o := h.Run(minute(t), item(w), i%5, &batch.Streams{})
		if broken := strings.Contains(w.Input, "broken"); o.OK() == broken || o.Host != "n" || broken && o.Err == nil {
			t.Errorf("%s: %s", w.Input, told(o))
		} else if !broken && o.Received == 0 {
			t.Errorf("%s: nothing received", w.Input)
		}
		sent += o.Sent
	}
	want := int64(0)
	for i := range 4 {
		want += int64(len(get(t, fmt.Sprintf("in/%d.jpg", i))))
	}
	if want += 700; sent != want {
		t.Errorf("%d bytes were sent, want %d: each content once", sent, want)
	}
	for _, w := range works(t, "here") {
		if _, err := w.Run(t.Context()); err != nil {
			continue
		}
		for _, out := range w.Outputs {
			if there := strings.Replace(out.Path, "here", "there", 1); !bytes.Equal(get(t, out.Path), get(t, there)) {
				t.Errorf("%s is not what this machine makes", there)
			}
		}
	}
	if _, err := os.Stat("there/broken-40.jpg"); err == nil {
		t.Error("the broken picture has an output")
	}
}

// A node reads what it sees and may read; what is another file there is sent.
func TestPictures_inPlace(t *testing.T) {
	dir := chdir(t)
	put(t, "in/a.jpg", jpegOf(t, 60, 50, 1))
	put(t, "in/b.jpg", jpegOf(t, 60, 50, 2))
	put(t, "secret/c.jpg", jpegOf(t, 60, 50, 3))
	if err := os.Symlink("../secret/c.jpg", "in/c.jpg"); err != nil {
		t.Fatal(err)
	}
	join(t, "n", Config{Files: []string{"in"}})
	h := open(t, Pictures)
	for _, w := range works(t, "out") {
		o := h.Run(minute(t), item(w), 0, &batch.Streams{})
		if want := strings.Contains(w.Input, "c.jpg"); !o.OK() || (o.Sent > 0) != want {
			t.Errorf("%s: %s, %d bytes sent, want %v", w.Input, told(o), o.Sent, want)
		}
	}
	// The same size and time, and other bytes: as on a machine with another file of that name.
	w, err := NewWorker(Config{Files: []string{dir + "/in"}})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ref, err := inputRef(works(t, "again")[0])
	if err != nil {
		t.Fatal(err)
	}
	if f := w.inPlace(ref); f == nil {
		t.Error("a file below --files is not found")
	} else {
		f.Close()
	}
	for name, change := range map[string]func(){
		"time": func() { ref.Time++ }, "size": func() { ref.Size++ }, "place": func() { ref.Path = dir + "/in/../secret/c.jpg" },
	} {
		before := ref
		change()
		if f := w.inPlace(ref); f != nil {
			t.Errorf("another %s is taken for the file", name)
		}
		ref = before
	}
}

// The bytes decide: a file with the name, the size and the time of another is not taken for it.
func TestPictures_otherBytes(t *testing.T) {
	chdir(t)
	put(t, "in/a.jpg", jpegOf(t, 60, 50, 1))
	w := works(t, "out")[0]
	ref, err := inputRef(w)
	if err != nil {
		t.Fatal(err)
	}
	data := get(t, "in/a.jpg")
	other := bytes.Clone(data)
	other[len(other)-3]++
	put(t, "in/a.jpg", other)
	stamp := time.Unix(0, ref.Time)
	if err := os.Chtimes("in/a.jpg", stamp, stamp); err != nil {
		t.Fatal(err)
	}
	n := join(t, "n", Config{Files: []string{"in"}})
	calls, err := n.Calls(minute(t), cluster.JobSpec{Handler: Pictures})
	if err != nil {
		t.Fatal(err)
	}
	defer calls.Close()
	r, err := calls.Do(minute(t), pack(pictureTask{Spec: *w.Spec, Input: ref}, nil))
	if err != nil {
		t.Fatal(err)
	}
	var a answer
	if _, err := unpack(r.Data, &a); err != nil || len(a.Need) != 1 || a.Need[0] != ref.Sum {
		t.Errorf("the answer is %+v, %v; want that the content is needed", a, err)
	}
}

// The time of an item counts from when it begins.
func TestPictures_timeout(t *testing.T) {
	chdir(t)
	put(t, "in/a.jpg", jpegOf(t, 600, 500, 1))
	join(t, "n", Config{})
	h := open(t, Pictures)
	it := item(works(t, "out")[0])
	it.Timeout = 1
	if o := h.Run(minute(t), it, 0, &batch.Streams{}); o.State != batch.Ended || !o.TimedOut || o.OK() {
		t.Error(told(o))
	}
	if files, _ := os.ReadDir("out"); len(files) > 0 {
		t.Errorf("there are %d outputs", len(files))
	}
}

// A picture that does not fit into the node's memory is refused there, at once.
func TestPictures_large(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	chdir(t)
	put(t, "in/a.jpg", jpegOf(t, 600, 500, 1))
	join(t, "n", Config{Memory: 1})
	h := open(t, Pictures)
	o := h.Run(minute(t), item(works(t, "out")[0]), 0, &batch.Streams{})
	if o.State != batch.Ended || o.Err == nil || !strings.Contains(o.Err.Error(), "600x500 need about") || o.Host != "n" {
		t.Error(told(o))
	}
}

// The first picture that needs all the memory is waited for by the second.
func TestPictures_memory(t *testing.T) {
	chdir(t)
	put(t, "in/a.jpg", jpegOf(t, 600, 500, 1))
	put(t, "in/b.jpg", jpegOf(t, 600, 500, 2))
	w, err := NewWorker(Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	m := w.memory()
	taken, err := m.Acquire(t.Context(), m.limit)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = skua.Default().Run(t.Context(), func(*skua.Worker) error {
		if _, err := w.admit(ctx, works(t, "out")[0].Spec, get(t, "in/a.jpg")); err != context.Canceled {
			t.Errorf("admitted although all memory is taken: %v", err)
		}
		m.Release(taken)
		if _, err := w.admit(t.Context(), works(t, "out")[0].Spec, get(t, "in/b.jpg")); err != nil {
			t.Errorf("not admitted although no memory is taken: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
