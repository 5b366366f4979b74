package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
)

// debian is the packages of Debian, by the command that they bring. The browser is whichever version
// Debian has, for it has only one.
var debian = map[string][]string{
	"make":          {"make"},
	"cc":            {"gcc", "libc6-dev"},
	"parallel":      {"parallel"},
	"mogrify":       {"imagemagick"},
	"vipsthumbnail": {"libvips-tools"},
	"sshd":          {"openssh-server"},
	"chromium":      {"chromium"},
	"python3":       {"python3"},
}

// installing is for apt, which one at a time may run.
var installing sync.Mutex

// install brings the commands that a step needs and this machine lacks. Without them tests would skip.
func install(needs []string, out io.Writer) error {
	installing.Lock()
	defer installing.Unlock()
	var missing []string
	for _, command := range needs {
		packages, ok := debian[command]
		if !ok {
			return fmt.Errorf("nothing is known to bring the command %s", command)
		}
		if _, err := exec.LookPath(command); err == nil {
			continue
		}
		if _, err := os.Stat("/usr/sbin/" + command); err == nil {
			continue
		}
		missing = append(missing, packages...)
	}
	if len(missing) == 0 {
		return nil
	}
	fmt.Fprintf(out, "install %s\n", strings.Join(missing, " "))
	for _, args := range [][]string{{"update", "-qq"}, slices.Concat([]string{"install", "-y", "-qq"}, missing)} {
		words := append([]string{"env", "DEBIAN_FRONTEND=noninteractive", "apt-get"}, args...)
		if os.Getuid() != 0 {
			words = append([]string{"sudo"}, words...)
		}
		if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(words, " "), err, out)
		}
	}
	return nil
}
