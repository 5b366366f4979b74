package gotest

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// historyVersion is that of the file.
const historyVersion = 1

// A History is what earlier runs told about the packages of a module or a workspace. It is only a
// guess: a test that is not in it runs too.
type History struct {
	Version  int                `json:"schema_version"`
	Packages map[string]*record `json:"packages"`
	file     string
}

// A record is about one package.
type record struct {
	Seconds  float64            `json:"seconds"`
	Shuffled int                `json:"shuffled,omitempty"` // passes under -shuffle since it failed there, or in groups
	Tests    map[string]float64 `json:"tests,omitempty"`    // seconds
}

// openHistory reads the history of the module whose go.mod or go.work is called name. A file that
// is missing or makes no sense is an empty history.
func openHistory(name string) *History {
	h := &History{}
	if cache, err := os.UserCacheDir(); err == nil {
		sum := sha256.Sum256([]byte(name))
		h.file = filepath.Join(cache, "skua", "test", fmt.Sprintf("%x.json", sum[:8]))
		if data, err := os.ReadFile(h.file); err == nil {
			_ = json.Unmarshal(data, h)
		}
	}
	if h.Version != historyVersion || h.Packages == nil {
		h.Version, h.Packages = historyVersion, map[string]*record{}
	}
	return h
}

// of returns the record of a package, a new one if there is none.
func (h *History) of(path string) *record {
	r := h.Packages[path]
	if r == nil {
		r = &record{}
		h.Packages[path] = r
	}
	return r
}

// save writes the history. Of two runs that end at the same time one is forgotten.
func (h *History) save() error {
	if h.file == "" {
		return nil
	}
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(h.file), 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(h.file), "new-*")
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	if closed := temp.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temp.Name(), h.file)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}
