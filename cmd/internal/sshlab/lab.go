package sshlab

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
)

// A Lab has some sshds on ports of this machine. Each counts as a host with a cache of its own. A
// configuration of ssh gives them names, with keys that are made for the lab.
type Lab struct {
	Dir    string // of all files of the lab
	Config string // the file for ssh -F
	hosts  []*host
	env    []string
}

// A host is one sshd.
type host struct {
	name    string
	port    int
	process *exec.Cmd
}

var errMissing = errors.New("needs ssh and sshd (Debian: openssh-client, openssh-server)")

// New makes keys and starts an sshd for each name. dir must be an empty directory. Commands on the
// hosts get env, as NAME=VALUE, and XDG_CACHE_HOME. Close the lab in the end.
func New(dir string, env []string, names ...string) (*Lab, error) {
	l := &Lab{Dir: dir, Config: filepath.Join(dir, "ssh_config"), env: env}
	for _, key := range []string{"host_key", "user_key", "other_key"} {
		if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(dir, key)).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("ssh-keygen: %v\n%s", err, out)
		}
	}
	err := l.derive("authorized_keys", "", "user_key.pub")
	if err == nil {
		err = l.derive("known_hosts", "* ", "host_key.pub")
	}
	if err == nil {
		err = l.derive("known_wrong", "* ", "other_key.pub")
	}
	for _, name := range names {
		if err == nil {
			err = l.start(name)
		}
	}
	if err == nil {
		err = l.Configure("")
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// Close kills the sshds, not the connections that they have.
func (l *Lab) Close() {
	for _, h := range l.hosts {
		if h.process != nil {
			h.process.Process.Kill()
			h.process.Wait()
		}
	}
	l.hosts = nil
}

// Cache is a host's directory of caches.
func (l *Lab) Cache(name string) string { return filepath.Join(l.Dir, "cache-"+name) }

// Left lists what agents have left on a host, but for its caches.
func (l *Lab) Left(name string) []string {
	names, _ := filepath.Glob(filepath.Join(l.Cache(name), "skua", "run", "*"))
	return names
}

// Refuse adds a host on whose port no server listens. Configure afterwards.
func (l *Lab) Refuse(name string) error {
	port, err := freePort()
	l.hosts = append(l.hosts, &host{name: name, port: port})
	return err
}

// derive writes a file with the content of another after a prefix.
func (l *Lab) derive(name, prefix, from string) error {
	b, err := os.ReadFile(filepath.Join(l.Dir, from))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(l.Dir, name), append([]byte(prefix), b...), 0o600)
}

// Configure writes the configuration for ssh, with more before the rest: of an option that is there
// twice, ssh takes the first. {} in it is the lab's directory.
func (l *Lab) Configure(more string) error {
	me, err := user.Current()
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(more, "{}", l.Dir))
	for _, h := range l.hosts {
		fmt.Fprintf(&b, "Host %s\n\tHostName 127.0.0.1\n\tPort %d\n", h.name, h.port)
	}
	fmt.Fprintf(&b, `Host *
	User %s
	IdentityFile %[2]s/user_key
	IdentitiesOnly yes
	UserKnownHostsFile %[2]s/known_hosts
	GlobalKnownHostsFile none
	StrictHostKeyChecking yes
	LogLevel ERROR
`, me.Username, l.Dir)
	return os.WriteFile(l.Config, []byte(b.String()), 0o600)
}

func freePort() (int, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer free.Close()
	return free.Addr().(*net.TCPAddr).Port, nil
}

// Ready says what a lab needs and this machine has not, or nothing.
func Ready() error {
	for _, name := range []string{"ssh", "ssh-keygen"} {
		if _, err := exec.LookPath(name); err != nil {
			return errMissing
		}
	}
	_, err := program()
	return err
}

// program finds sshd, which wants to be started by its absolute path. That of root wants a directory,
// too, which Debian makes at boot, and so nobody in a container.
func program() (path string, err error) {
	if path, err = exec.LookPath("sshd"); err != nil { // the PATH of a user may be without the folder of this
		if path, err = exec.LookPath("/usr/sbin/sshd"); err != nil {
			return "", errMissing
		}
	}
	if os.Getuid() == 0 {
		if err := os.MkdirAll("/run/sshd", 0o755); err != nil {
			return "", fmt.Errorf("needs the directory /run/sshd, where the sshd of root gives its rights up (mkdir -p /run/sshd): %w", err)
		}
	}
	return filepath.Abs(path)
}

// start starts an sshd on a free port. Another process may take that first: then on another one.
func (l *Lab) start(name string) (err error) {
	path, err := program()
	if err != nil {
		return err
	}
	for range 5 {
		if err = l.try(path, name); err == nil {
			return nil
		}
	}
	return err
}

// try starts an sshd and waits until it listens.
func (l *Lab) try(path, name string) error {
	port, err := freePort()
	if err != nil {
		return err
	}
	config := fmt.Sprintf(`
ListenAddress 127.0.0.1:%d
HostKey %[2]s/host_key
AuthorizedKeysFile %[2]s/authorized_keys
PidFile none
StrictModes no
UsePAM no
PermitRootLogin yes
PasswordAuthentication no
SetEnv %[3]s
`, port, l.Dir, strings.Join(slices.Concat([]string{"XDG_CACHE_HOME=" + l.Cache(name)}, l.env), " "))
	file := filepath.Join(l.Dir, "sshd_config_"+name)
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		return err
	}
	h := &host{name, port, exec.Command(path, "-D", "-e", "-f", file)}
	said, err := h.process.StderrPipe()
	if err != nil {
		return err
	}
	if err := h.process.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(said)
	var all bytes.Buffer
	for lines.Scan() {
		fmt.Fprintln(&all, lines.Text())
		if strings.Contains(lines.Text(), "Server listening") {
			l.hosts = append(l.hosts, h)
			go io.Copy(io.Discard, said)
			return nil
		}
	}
	h.process.Wait()
	return fmt.Errorf("sshd does not listen:\n%s", all.String())
}
