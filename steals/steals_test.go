package steals_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/steals"
)

// TestErrors wants ErrConfig, the function's name, and no pool.
func TestErrors(t *testing.T) {
	none := filepath.Join(t.TempDir(), "none", "steals")
	damaged := filepath.Join(t.TempDir(), "damaged")
	if err := os.WriteFile(damaged, []byte("steals\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		pool  func(file string, options ...skua.Option) (*skua.Pool, error)
		file  string
		wants string
	}{
		{steals.Record, none, "steals.Record=" + none + ": open"},
		{steals.Record, "", "steals.Record=: open"},
		{steals.Replay, none, "steals.Replay=" + none + ": open"},
		{steals.Replay, damaged, "steals.Replay=" + damaged + ": line 1"},
	} {
		p, err := c.pool(c.file)
		if p != nil || !errors.Is(err, skua.ErrConfig) || !strings.Contains(err.Error(), c.wants) {
			t.Errorf("got %v and %v, want ErrConfig and %q", p, err, c.wants)
		}
	}
}

// TestOptions: with a bad option there is no pool, and the file is left as it is.
func TestOptions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "steals")
	if p, err := steals.Record(file, skua.WithWorkers(-1)); p != nil || !errors.Is(err, skua.ErrConfig) {
		t.Errorf("got %v and %v, want ErrConfig", p, err)
	}
	if v, _ := expect.Recovered(func() { _, _ = steals.Record(file, nil) }).(string); !strings.Contains(v, "number 0 is nil") {
		t.Errorf("a nil option: recovered %q", v)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is there: %v", err)
	}
}

// TestEnvironment: a pool with a file of its own has no part in the recording of its process, which
// so leaves that file to the processes that it starts.
func TestEnvironment(t *testing.T) {
	own, all := os.Getenv("SKUA_TEST_OWN"), filepath.Join(t.TempDir(), "all")
	if own != "" {
		p, err := steals.Record(own, skua.WithWorkers(3))
		if err != nil {
			t.Fatal(err)
		}
		par.For(100, func(int) {}, par.On(p))
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		return
	}
	own = filepath.Join(t.TempDir(), "own")
	cmd := expect.Again(t)
	cmd.Env = append(os.Environ(), "SKUA_TEST_OWN="+own, "SKUA_RECORD="+all)
	if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), "skua: ") {
		t.Fatalf("got %v, %s", err, out)
	}
	if text, err := os.ReadFile(own); err != nil || !strings.HasSuffix(string(text), "closed\n") {
		t.Errorf("the pool's file: got %v, %q", err, text)
	}
	if _, err := os.Stat(all); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file of the process is there: %v", err)
	}
}
