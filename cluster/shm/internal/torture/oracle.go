//go:build linux && (amd64 || arm64)

package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// oracle is what the processes note for the driver, in a mapping of its own.
type oracle struct {
	b     []byte
	stop  *atomic.Uint32             // the workers' end
	wrong *atomic.Uint32             // payloads and results that were not what they should be
	lost  *atomic.Uint32             // tasks that were accepted, and did not come back after a kill
	last  [submitting]*atomic.Uint32 // 1 + the key that Map, or Do, was given last
	keys  []note
}

// note is what became of one task.
type note struct {
	put, began, used atomic.Uint32
}

const oracleHead = 64

// openOracle maps the oracle of that many tasks; make says that there is none yet.
func openOracle(path string, tasks int, create bool) (*oracle, error) {
	size := oracleHead + tasks*int(unsafe.Sizeof(note{}))
	flags := os.O_RDWR
	if create {
		flags |= os.O_CREATE | os.O_EXCL
	}
	f, err := os.OpenFile(path, flags, 0o600)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if create {
		if err := unix.Fallocate(int(f.Fd()), 0, 0, int64(size)); err != nil {
			return nil, err
		}
	}
	b, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	// SAFETY: a mapping begins on a page, all offsets are multiples of 4, and it is
	// unmapped by the driver after its last look, by the other processes never.
	word := func(i int) *atomic.Uint32 { return (*atomic.Uint32)(unsafe.Pointer(&b[4*i])) }
	return &oracle{
		b: b, stop: word(0), wrong: word(1), lost: word(2), last: [submitting]*atomic.Uint32{word(3), word(4)},
		keys: unsafe.Slice((*note)(unsafe.Pointer(&b[oracleHead])), tasks),
	}, nil
}

// verdict is what the driver says of a round, or of several.
type verdict struct {
	tasks, kills, submitterKills, stops, begun int
	hung, lost, twice, wrong, failed           int
	again                                      int // tasks put once more, after a kill of the submitter
	points                                     map[string]int
	what                                       string
}

// judge counts what the oracle has. The submitter notes a use before the slot is free, so
// for each kill of the submitter one task may be used twice.
func (o *oracle) judge(v *verdict) {
	for i := range o.keys {
		n := &o.keys[i]
		v.begun += int(n.began.Load())
		v.again += max(int(n.put.Load())-1, 0)
		switch used := int(n.used.Load()); {
		case used == 0:
			v.lost++
		default:
			v.twice += used - 1
		}
	}
	v.wrong = int(o.wrong.Load())
	v.lost += int(o.lost.Load())
	v.tasks = len(o.keys)
}

// err says what is wrong with a round.
func (v *verdict) err() error {
	switch {
	case v.hung > 0:
		return errors.New("hangs: " + v.what)
	case v.failed > 0:
		return errors.New("a process failed: " + v.what)
	case v.lost > 0:
		return fmt.Errorf("%d tasks lost", v.lost)
	case v.twice > submitting*v.submitterKills:
		return fmt.Errorf("%d tasks used twice, after %d kills of the submitter", v.twice, v.submitterKills)
	case v.wrong > 0:
		return fmt.Errorf("%d payloads or results are wrong", v.wrong)
	}
	return nil
}

func (v *verdict) add(w *verdict) {
	v.tasks, v.kills, v.submitterKills = v.tasks+w.tasks, v.kills+w.kills, v.submitterKills+w.submitterKills
	v.stops, v.begun, v.hung = v.stops+w.stops, v.begun+w.begun, v.hung+w.hung
	v.lost, v.twice, v.wrong = v.lost+w.lost, v.twice+w.twice, v.wrong+w.wrong
	v.failed, v.again = v.failed+w.failed, v.again+w.again
	if v.points == nil {
		v.points = map[string]int{}
	}
	for name, n := range w.points {
		v.points[name] += n
	}
}

func (v *verdict) String() string {
	at := 0
	for n := range maps.Values(v.points) {
		at += n
	}
	return fmt.Sprintf("%d tasks, %d kills (%d of the submitter, %d at named points), %d stops: %d lost, %d hangs, "+
		"%d wrong, %d processes failed; begun again %d, used again %d and put again %d after kills of the submitter",
		v.tasks, v.kills, v.submitterKills, at, v.stops, v.lost, v.hung, v.wrong, v.failed, v.begun-v.tasks, v.twice, v.again)
}
