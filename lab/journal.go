package lab

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/skua-go/skua/lab/gauge"
)

// ErrOther is the error of Run and Saved if the directory holds cases of a run
// with other settings or on another machine, which cannot be mixed with new ones.
var ErrOther = errors.New("the directory holds a run that differs from this one")

// A journal holds the cases of one run, as lines of JSON: first a header, then a
// line for each case, written when it was taken. It is what a run resumes from.
type journal struct {
	header journalHeader
	saved  map[string]savedCase
	path   string
	size   int64    // of its whole lines
	file   *os.File // nil: nothing is kept
}

type journalHeader struct {
	SchemaVersion int           `json:"schema_version"`
	ID            string        `json:"id"`
	Settings      Settings      `json:"settings"`
	Machine       gauge.Machine `json:"machine"`
	Date          time.Time     `json:"date"`
}

type savedCase struct {
	Name    string  `json:"case"`
	Seconds float64 `json:"seconds"`
	Rows    []Row   `json:"rows"`
}

// differs says what keeps cases of a and b from standing in one table, or nothing.
func (a journalHeader) differs(b journalHeader) string {
	text := func(v any) string {
		b, _ := json.Marshal(v) // plain data
		return string(b)
	}
	a.Machine.Load, b.Machine.Load = "", ""
	for _, d := range []struct {
		what string
		a, b any
	}{
		{"schema version", a.SchemaVersion, b.SchemaVersion},
		{"id", a.ID, b.ID},
		{"quick", a.Settings.Quick, b.Settings.Quick},
		{"seed", a.Settings.Seed, b.Settings.Seed},
		{"parameters", a.Settings.Params, b.Settings.Params},
		{"commit", a.Machine.Commit, b.Machine.Commit},
		{"machine", a.Machine, b.Machine},
	} {
		if was, is := text(d.a), text(d.b); was != is {
			return fmt.Sprintf("%s %s there, %s here", d.what, was, is)
		}
	}
	return ""
}

// readJournal reads what dir holds of the experiment of header, or begins anew
// with that header. It changes nothing.
func readJournal(dir string, header journalHeader, fresh bool) (*journal, error) {
	j := &journal{header: header, saved: map[string]savedCase{}}
	if dir == "" {
		return j, nil
	}
	j.path = filepath.Join(dir, header.ID+".ndjson")
	if fresh {
		return j, nil
	}
	f, err := os.Open(j.path)
	if errors.Is(err, os.ErrNotExist) {
		return j, nil
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := j.read(bufio.NewReader(f)); err != nil {
		return nil, fmt.Errorf("%s: %w", j.path, err)
	}
	return j, nil
}

// read takes the whole lines. What follows the last of them was being written
// when the process was killed.
func (j *journal) read(in *bufio.Reader) error {
	line, err := in.ReadBytes('\n')
	if err == io.EOF {
		return nil
	} else if err != nil {
		return err
	}
	var header journalHeader
	if err := json.Unmarshal(line, &header); err != nil {
		return fmt.Errorf("%w: %w", ErrOther, err)
	}
	if d := header.differs(j.header); d != "" {
		return fmt.Errorf("%w: %s", ErrOther, d)
	}
	j.header = header
	for {
		j.size += int64(len(line))
		if line, err = in.ReadBytes('\n'); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		var c savedCase
		if err := json.Unmarshal(line, &c); err != nil {
			return fmt.Errorf("case %d: %w", len(j.saved)+1, err)
		}
		j.saved[c.Name] = c
	}
}

// open makes the journal ready for new cases.
func (j *journal) open() error {
	if j.path == "" {
		return nil
	}
	err := os.MkdirAll(filepath.Dir(j.path), 0o777)
	if err != nil {
		return err
	}
	if j.file, err = os.OpenFile(j.path, os.O_WRONLY|os.O_CREATE, 0o666); err != nil {
		return err
	}
	if err = j.file.Truncate(j.size); err == nil {
		_, err = j.file.Seek(j.size, io.SeekStart)
	}
	if err == nil && j.size == 0 {
		err = j.write(j.header)
	}
	if err != nil {
		j.file.Close()
	}
	return err
}

// keep writes a case.
func (j *journal) keep(c savedCase) error {
	if j.file == nil {
		return nil
	}
	return j.write(c)
}

// write writes one line by one call, so that a process that is killed leaves at most one
// unfinished line.
func (j *journal) write(v any) error {
	line, err := json.Marshal(v)
	if err == nil {
		_, err = j.file.Write(append(line, '\n'))
	}
	return err
}

func (j *journal) close() error {
	if j.file == nil {
		return nil
	}
	return j.file.Close()
}
