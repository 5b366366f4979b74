package images

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"strings"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/batch"
)

// itemsOf are the items of a plan in the order in which they are run.
func itemsOf(p *Plan) []*batch.Item {
	s := p.Source("cmd")
	var items []*batch.Item
	for it, ok := s.Next(context.Background(), 0); ok; it, ok = s.Next(context.Background(), 0) {
		items = append(items, it)
	}
	return items
}

func TestSource(t *testing.T) {
	chdir(t)
	put(t, "in/a.jpg", jpegOf(t, 30, 30, 1))
	put(t, "in/b.jpg", jpegOf(t, 90, 90, 2))
	put(t, "in/c.jpg", []byte("no picture"))
	put(t, "in/d.jpg", jpegOf(t, 60, 60, 3))
	save(t, mustPlan(t, Options{Out: "out"}, "{name}.{ext}", "in/a.jpg"))
	p := mustPlan(t, Options{Out: "out"}, "{name}.{ext}", "in")
	var got []string
	for _, it := range itemsOf(p) {
		got = append(got, it.Label)
	}
	if want := "cmd in/b.jpg, cmd in/d.jpg, cmd in/c.jpg"; strings.Join(got, ", ") != want {
		t.Errorf("the order is %q, want %q", got, want)
	}
	s := p.Source("cmd")
	if n, more := s.Total(); n != 3 || more {
		t.Errorf("in all %d, more %t, want 3 and no more", n, more)
	}
	it, _ := s.Next(context.Background(), 0)
	s.Return(it)
	if again, ok := s.Next(context.Background(), 1); again != it || !ok || it.Seq != 2 || it.Memory <= 0 {
		t.Errorf("%+v after %+v was returned", again, it)
	}
}

// TestLocal: the outputs are there, and are what they are called.
func TestLocal(t *testing.T) {
	chdir(t)
	put(t, "in/a.jpg", jpegOf(t, 300, 200, 1))
	put(t, "in/b.png", pngOf(t, 200, 300))
	p := mustPlan(t, Options{Out: "out", Spec: specOf(t, "90", "60x60")}, "{name}-{w}x{h}.{ext}", "in")
	h := NewLocal(skua.Default(), 2, 0)
	for _, it := range itemsOf(p) {
		if o := h.Run(context.Background(), it, 0, nil); !o.OK() {
			t.Errorf("%s: %+v", it.Label, o)
		}
	}
	for path, want := range map[string]string{
		"out/a-90x60.jpg": "jpeg 90x60", "out/a-60x40.jpg": "jpeg 60x40", "out/b-90x135.png": "png 90x135", "out/b-40x60.png": "png 40x60",
	} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		c, format, err := image.DecodeConfig(bytes.NewReader(data))
		if got := fmt.Sprintf("%s %dx%d", format, c.Width, c.Height); err != nil || got != want {
			t.Errorf("%s is %s, error %v, want %s", path, got, err, want)
		}
	}
	if got := entries(t, "out"); strings.Contains(got, tempSuffix) {
		t.Errorf("out holds %q", got)
	}
}

// TestLocal_failures: a picture that ends too early, and one that is gone.
func TestLocal_failures(t *testing.T) {
	chdir(t)
	put(t, "in/torn.jpg", jpegOf(t, 300, 200, 1)[:4000])
	put(t, "in/gone.jpg", jpegOf(t, 300, 200, 1))
	p := mustPlan(t, Options{Out: "out"}, "{name}.{ext}", "in/torn.jpg", "in/gone.jpg", "in/never.jpg")
	os.Remove("in/gone.jpg")
	want := []string{"this JPEG", "no such file", "no such file"}
	h := NewLocal(skua.Default(), 2, 0)
	for _, it := range itemsOf(p) {
		o := h.Run(context.Background(), it, 0, nil)
		if o.State != batch.Ended || o.Exit != 1 || o.Err == nil || !strings.Contains(o.Err.Error(), want[it.Seq-1]) {
			t.Errorf("%s: %+v, want exit 1 and %q", it.Label, o, want[it.Seq-1])
		}
	}
	if _, err := os.Stat("out"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is an output: %v", err)
	}
}

// TestLocal_ended: after the end of the context nothing is made; by the cause it is a
// timeout or an interrupt.
func TestLocal_ended(t *testing.T) {
	chdir(t)
	put(t, "in.jpg", jpegOf(t, 300, 200, 1))
	it := itemsOf(mustPlan(t, Options{Out: "out"}, "{name}.{ext}", "in.jpg"))[0]
	for _, cause := range []error{batch.ErrTimeout, context.Canceled, errors.New("signal")} {
		ctx, end := context.WithCancelCause(context.Background())
		end(cause)
		o := NewLocal(skua.Default(), 1, 0).Run(ctx, it, 0, nil)
		if timeout := cause == batch.ErrTimeout; o.OK() || o.TimedOut != timeout || (o.State == batch.Interrupted) == timeout {
			t.Errorf("after %v: %+v", cause, o)
		}
	}
	if _, err := os.Stat("out"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is an output: %v", err)
	}
}

// TestWork_panic: a panic below is a failure of its picture alone.
func TestWork_panic(t *testing.T) {
	chdir(t)
	put(t, "in.jpg", jpegOf(t, 30, 20, 1))
	p := mustPlan(t, Options{Out: "out"}, "{name}.{ext}", "in.jpg")
	p.Works[0].Spec = nil
	o := NewLocal(skua.Default(), 1, 0).Run(context.Background(), itemsOf(p)[0], 0, nil)
	if o.OK() || o.Err == nil || !strings.Contains(o.Err.Error(), "panicked") {
		t.Errorf("%+v", o)
	}
}
