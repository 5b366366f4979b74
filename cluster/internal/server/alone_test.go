package server

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

func TestAloneInMemory(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := open(t, "")
	makeStream(t, s.Conn())
	mustStore(t, s.Conn(), "t.a", "one")
	wantStored(t, s.Conn(), "t.a", "one")
	if !s.Hosts() {
		t.Error("alone, and it does not host")
	}
	if addr := s.place.(*local).host.Load().ns.Addr(); addr != nil {
		t.Errorf("alone, and it listens on %v", addr)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); len(left) != 0 {
		t.Errorf("after Close %v is left, %v", left, err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("the second Close: %v", err)
	}
}

func TestAloneStored(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "c")
	s := open(t, "alone:"+dir)
	makeStream(t, s.Conn())
	mustStore(t, s.Conn(), "t.a", "one")
	refused(t, "alone:"+dir, Options{}, dir, "in use", "alone by process")
	refused(t, dir, Options{}, dir, "used alone by process")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir) // now shared
	wantStored(t, s.Conn(), "t.a", "one")
	refused(t, "alone:"+dir, Options{}, "in use", "shared by process")
}

func TestDirectoryRefused(t *testing.T) {
	top := t.TempDir()
	file := filepath.Join(top, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := filepath.Join(top, "open")
	if err := os.Mkdir(open, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o770); err != nil { // beyond the umask
		t.Fatal(err)
	}
	for _, prefix := range []string{"", "alone:"} {
		refused(t, prefix+file, Options{}, file, "not a directory")
		refused(t, prefix+file+"/c", Options{}, file, "not a directory")
		refused(t, prefix+open, Options{}, open, "0770", "want 0700")
		refused(t, prefix+"/proc/skua", Options{}, "/proc/skua")
	}
}

func TestMaxStore(t *testing.T) {
	refused(t, "", Options{MaxStore: -1}, "MaxStore")
	s, err := Open(waiting(t), Where{Kind: Alone, Dir: t.TempDir()}, Options{MaxStore: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := s.place.(*local).host.Load().ns.JetStreamConfig(); got.MaxStore != 1<<20 || !got.SyncAlways {
		t.Errorf("MaxStore %d, SyncAlways %v; want %d, true", got.MaxStore, got.SyncAlways, 1<<20)
	}
}

// A connection that breaks finds its server again.
func TestAloneReconnects(t *testing.T) {
	s := open(t, "")
	makeStream(t, s.Conn())
	for range 3 {
		if err := s.Conn().ForceReconnect(); err != nil {
			t.Fatal(err)
		}
		mustStore(t, s.Conn(), "t.a", "one")
	}
}

// at is a finder that finds one address.
type at address

func (a at) find(ctx context.Context) (net.Conn, address, error) {
	conn, err := address(a).dial(ctx)
	return conn, address(a), err
}

// Whoever listens where the host was is not taken for the host.
func TestSharedImpostor(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	other, err := newIdentity()
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, dir)
	real, err := readAddress(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*natsserver.Options){
		"plain":          nil,
		"TLS":            func(o *natsserver.Options) { o.TLS, o.TLSConfig = true, other.config() },
		"TLS at once":    func(o *natsserver.Options) { o.TLS, o.TLSConfig, o.TLSHandshakeFirst = true, other.config(), true },
		"same user name": func(o *natsserver.Options) { o.Username, o.Password = real.User, real.Password },
	} {
		a := real
		a.Addr = elsewhere(t, change)
		nc, err := connectLocal(waiting(t), at(a), Options{})
		if err == nil {
			nc.Close()
			t.Errorf("%s: connected to an impostor", name)
		}
	}
	if nc, err := connectLocal(waiting(t), at(real), Options{}); err != nil {
		t.Errorf("the host: %v", err)
	} else {
		nc.Close()
	}
	s.Close()
}

// The server of a shared directory is for this machine and for users that can read the directory.
func TestSharedListensOnLoopback(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "c")
	s := open(t, dir)
	ip := s.place.(*local).host.Load().ns.Addr().(*net.TCPAddr).IP
	if !ip.IsLoopback() {
		t.Errorf("listens on %v", ip)
	}
	info, err := os.Stat(filepath.Join(dir, addressName))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("address file: %v, %v; want mode 0600", info.Mode(), err)
	}
	a, err := readAddress(dir)
	if err != nil {
		t.Fatal(err)
	}
	a.Password = "wrong"
	if _, err := connectLocal(waiting(t), at(a), Options{}); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("with a wrong password: %v, want %v", err, nats.ErrAuthorization)
	}
}
