//go:build linux && (amd64 || arm64)

package shm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// openFile opens the file at path, or makes it.
func openFile(path string, names []string, c Config) (*mapping, *os.File, error) {
	if err := checkDir(filepath.Dir(path)); err != nil {
		return nil, nil, err
	}
	for {
		f, err := os.OpenFile(path, os.O_RDWR|unix.O_NOFOLLOW, 0)
		if err == nil {
			m, err := joinFile(f, names, c)
			if err != nil {
				f.Close()
				return nil, nil, fmt.Errorf("cluster: shm: %s: %w", path, err)
			}
			return m, f, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, nil, fmt.Errorf("cluster: shm: %w", err)
		}
		if err := createFile(path, names, c); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, nil, fmt.Errorf("cluster: shm: create %s: %w", path, err)
		}
	}
}

// checkDir makes the directory, or wants it to be ours alone: a user who can put a file there
// can put another in our place.
func checkDir(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("cluster: shm: %w", err)
	}
	var st unix.Stat_t
	if err := unix.Lstat(dir, &st); err != nil {
		return fmt.Errorf("cluster: shm: %s: %w", dir, err)
	}
	switch {
	case st.Mode&unix.S_IFMT != unix.S_IFDIR:
		return fmt.Errorf("cluster: shm: %s is not a directory", dir)
	case int(st.Uid) != os.Geteuid():
		return fmt.Errorf("cluster: shm: directory %s belongs to user %d; want our own, %d", dir, st.Uid, os.Geteuid())
	case st.Mode&0o077 != 0:
		return fmt.Errorf("cluster: shm: directory %s has mode %#o; want 0700, for nobody else", dir, st.Mode&0o777)
	}
	return nil
}

// createFile makes a complete file under a name of its own, and then gives it its name,
// unless there is one by now. Killed in between it leaves the other name behind, and
// no process meets half a file.
func createFile(path string, names []string, c Config) error {
	temp := fmt.Sprintf("%s.new-%016x", path, rand.Uint64())
	f, err := os.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_RDWR|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	defer os.Remove(temp)
	m := &mapping{}
	c = c.withDefaults()
	size := m.measure(c.Places, c.Slots, c.Blob)
	// Not a truncate: a hole that cannot be filled later is a SIGBUS.
	if err := unix.Fallocate(int(f.Fd()), 0, 0, int64(size)); err != nil {
		return fmt.Errorf("%d MiB for %d places of %d slots and %d bytes of blobs: %w",
			(size+1<<20-1)>>20, c.Places, c.Slots, c.Blob, err)
	}
	if _, err := f.WriteAt(header(names, c), 0); err != nil {
		return err
	}
	return unix.Renameat2(unix.AT_FDCWD, temp, unix.AT_FDCWD, path, unix.RENAME_NOREPLACE)
}

// withDefaults is the layout that a creator makes of c.
func (c Config) withDefaults() Config {
	set := func(field *int, value int) {
		if *field == 0 {
			*field = value
		}
	}
	set(&c.Places, 8)
	set(&c.Slots, 4096)
	set(&c.Blob, 4<<20)
	set(&c.Attempts, 3)
	c.Slots = 1 << bits.Len(uint(max(c.Slots, minSlots)-1))
	c.Blob = c.Blob &^ (pageSize - 1)
	return c
}

func nameList(names []string) string { return strings.Join(names, "\n") }

func hashOf(names []string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(nameList(names)))
	return h.Sum64()
}

// header is the first page of a new file.
func header(names []string, c Config) []byte {
	b := make([]byte, pageSize)
	put := binary.LittleEndian.PutUint32
	put(b[hMagic:], magic)
	put(b[hVersion:], version)
	put(b[hPlaces:], uint32(c.Places))
	put(b[hSlots:], uint32(c.Slots))
	put(b[hAttempts:], uint32(c.Attempts))
	put(b[hNamesLen:], uint32(len(nameList(names))))
	binary.LittleEndian.PutUint64(b[hHash:], hashOf(names))
	binary.LittleEndian.PutUint64(b[hLease:], uint64(c.Lease))
	binary.LittleEndian.PutUint64(b[hBlob:], uint64(c.Blob))
	copy(b[hNames:], nameList(names))
	return b
}

// joinFile maps a file that another process made, if it is what it should be.
func joinFile(f *os.File, names []string, c Config) (*mapping, error) {
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return nil, err
	}
	switch {
	case st.Mode&unix.S_IFMT != unix.S_IFREG:
		return nil, errors.New("not a regular file")
	case int(st.Uid) != os.Geteuid():
		return nil, fmt.Errorf("belongs to user %d; want our own, %d", st.Uid, os.Geteuid())
	case st.Mode&0o077 != 0:
		return nil, fmt.Errorf("has mode %#o; want 0600, for nobody else", st.Mode&0o777)
	case st.Nlink > 1:
		return nil, errors.New("has a second name (hard link)")
	}
	b := make([]byte, pageSize)
	if _, err := f.ReadAt(b, 0); err != nil {
		return nil, fmt.Errorf("not a file of shared tasks: %w", err)
	}
	m, err := readHeader(b, names, c)
	if err != nil {
		return nil, err
	}
	if size := m.measure(m.places, m.slots, m.blobSize); int64(size) != st.Size {
		return nil, fmt.Errorf("is %d bytes long; its header says %d", st.Size, size)
	}
	data, err := unix.Mmap(int(f.Fd()), 0, int(st.Size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	m.words = newWords(data)
	return m, nil
}

// readHeader reads what the creator has fixed, and compares it with what we want.
func readHeader(b []byte, names []string, c Config) (*mapping, error) {
	get := binary.LittleEndian.Uint32
	if get(b[hMagic:]) != magic {
		return nil, errors.New("not a file of shared tasks")
	}
	if v := get(b[hVersion:]); v != version {
		return nil, fmt.Errorf("has layout version %d; this program knows version %d", v, version)
	}
	theirs := Config{
		Places: int(get(b[hPlaces:])), Slots: int(get(b[hSlots:])), Attempts: int(get(b[hAttempts:])),
		Blob: int(binary.LittleEndian.Uint64(b[hBlob:])),
	}
	lease := int64(binary.LittleEndian.Uint64(b[hLease:]))
	if err := theirs.check(); err != nil || theirs.Places == 0 || theirs.Slots < minSlots || theirs.Slots&(theirs.Slots-1) != 0 ||
		theirs.Blob == 0 || theirs.Blob%pageSize != 0 || theirs.Attempts == 0 || lease < 0 {
		return nil, errors.New("has a damaged header")
	}
	have := string(b[hNames:][:min(int(get(b[hNamesLen:])), maxNames)])
	if binary.LittleEndian.Uint64(b[hHash:]) != hashOf(names) || have != nameList(names) {
		return nil, fmt.Errorf("was made for the handlers %q; this program has %q", strings.Split(have, "\n"), names)
	}
	if err := agree(theirs, lease, c); err != nil {
		return nil, err
	}
	return &mapping{places: theirs.Places, slots: theirs.Slots, blobSize: theirs.Blob,
		attempts: theirs.Attempts, lease: lease}, nil
}

// agree wants what c asks for to be what the file has.
func agree(theirs Config, lease int64, c Config) error {
	want := c.withDefaults()
	for _, x := range []struct {
		name              string
		asked, want, have int
	}{
		{"Places", c.Places, want.Places, theirs.Places},
		{"Slots", c.Slots, want.Slots, theirs.Slots},
		{"Blob", c.Blob, want.Blob, theirs.Blob},
		{"Attempts", c.Attempts, want.Attempts, theirs.Attempts},
		{"Lease", int(c.Lease), int(c.Lease), int(lease)},
	} {
		if x.asked != 0 && x.want != x.have {
			return fmt.Errorf("was made with Config.%s = %d; this program wants %d", x.name, x.have, x.want)
		}
	}
	return nil
}

// closeFile unmaps and closes. Nobody may look at the mapping any more.
func closeFile(m *mapping, f *os.File) error {
	return errors.Join(unix.Munmap(m.words.b), f.Close())
}
