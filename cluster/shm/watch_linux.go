//go:build linux && (amd64 || arm64)

package shm

import (
	"time"

	"golang.org/x/sys/unix"
)

// watcher tells of deaths: by pidfds for speed, by the locks for the truth.
type watcher struct {
	m    *mapping
	k    kernel
	me   int
	fds  map[int]watched
	stop int // an eventfd
	done chan struct{}
}

type watched struct {
	incarnation uint32
	fd          int // -1: there is no pidfd, as across pid namespaces
}

const (
	slowLook = 100 * time.Millisecond // at the locks, while all live processes have a pidfd
	fastLook = 20 * time.Millisecond  // otherwise
)

// watch calls dead, from a goroutine of its own, when some place wants recovery.
func watch(m *mapping, k kernel, me int, dead func()) (*watcher, error) {
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	w := &watcher{m: m, k: k, me: me, fds: map[int]watched{}, stop: fd, done: make(chan struct{})}
	go w.loop(dead)
	return w, nil
}

// close ends the goroutine and waits for it.
func (w *watcher) close() {
	unix.Write(w.stop, []byte{1, 0, 0, 0, 0, 0, 0, 0})
	<-w.done
	unix.Close(w.stop)
}

func (w *watcher) loop(dead func()) {
	defer close(w.done)
	defer func() {
		for _, x := range w.fds {
			unix.Close(x.fd)
		}
	}()
	for {
		polls, period := w.prepare()
		n, err := unix.Poll(polls, int(period/time.Millisecond))
		if polls[0].Revents != 0 {
			return
		}
		if (n > 0 || err == nil) && w.m.dead(w.k, w.me) {
			dead()
			if n > 0 {
				// The pidfd of a process that is recovered by now is dropped in the next turn.
				time.Sleep(time.Millisecond)
			}
		}
	}
}

// prepare opens the pidfds of new processes, and closes those of processes that are gone.
func (w *watcher) prepare() ([]unix.PollFd, time.Duration) {
	polls := []unix.PollFd{{Fd: int32(w.stop), Events: unix.POLLIN}}
	period := slowLook
	for p := range w.m.places {
		if p == w.me {
			continue
		}
		current := registry(w.m.registry(p).Load()).current()
		x, ok := w.fds[p]
		alive := current != 0 && w.k.alive(p, current)
		if ok && (x.incarnation != current || !alive) {
			unix.Close(x.fd)
			delete(w.fds, p)
			ok = false
		}
		if !ok && alive {
			fd, err := unix.PidfdOpen(int(w.m.u32(w.m.placeAt(p, pPid)).Load()), 0)
			if err != nil {
				fd = -1
			}
			x, ok = watched{current, fd}, true
			w.fds[p] = x
		}
		switch {
		case ok && x.fd >= 0:
			polls = append(polls, unix.PollFd{Fd: int32(x.fd), Events: unix.POLLIN})
		case ok:
			period = fastLook
		}
	}
	return polls, period
}
