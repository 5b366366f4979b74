package server

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// addressName is the file in a shared directory that says how to reach the host.
const addressName = "address"

// address is how the processes of a machine reach the one that hosts. Each host makes
// its own password, so the password of a host that is gone opens nothing.
type address struct {
	Addr     string // host:port
	User     string
	Password string
	Cert     []byte // the certificate of the host's identity, in DER form
}

func newCredentials() address {
	return address{User: "skua", Password: rand.Text()}
}

// write puts a in place of what dir has. A concurrent reader gets the old or the new
// address whole. Only the process that has the lock of dir may call it.
func (a address) write(dir string) error {
	text, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("cluster: address: %w", err)
	}
	name := filepath.Join(dir, addressName)
	fresh := name + ".new"
	if err := os.Remove(fresh); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("cluster: %w", err)
	}
	if err := os.WriteFile(fresh, text, 0o600); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	step("written")
	// On Windows a file that is being read cannot be replaced; reading takes microseconds.
	for range 50 {
		if err = os.Rename(fresh, name); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return fmt.Errorf("cluster: %w", err)
}

func readAddress(dir string) (address, error) {
	var a address
	text, err := os.ReadFile(filepath.Join(dir, addressName))
	if err != nil {
		return a, fmt.Errorf("no process hosts yet: %w", err)
	}
	if err := json.Unmarshal(text, &a); err != nil {
		return a, fmt.Errorf("file %s: %w", addressName, err)
	}
	return a, nil
}

// removeAddress is called by the host that leaves, before it frees the lock.
func removeAddress(dir string) { os.Remove(filepath.Join(dir, addressName)) }
