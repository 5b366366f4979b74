package remote

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// sshOptions are added to the user's ssh command. They come after the user's own options, so that
// those win: of an option that is given twice ssh takes the first.
//
//	BatchMode            there is no user to ask for a password
//	ConnectTimeout       a host that does not answer is not waited for longer than 10 s
//	ServerAliveInterval  a connection that is dead for 30 s ends, even if the program stands still
//	ControlMaster        a connection that is there may be used, but this one is not shared
//	ClearAllForwardings  the ports that the configuration forwards may be in use by another ssh
//	RemoteCommand        the script runs, not what the configuration says
//	-T, -x, -a           no terminal, no X11, and no access to the user's keys for the host
var sshOptions = []string{"-o", "BatchMode=yes", "-o", "ConnectTimeout=10",
	"-o", "ServerAliveInterval=10", "-o", "ServerAliveCountMax=3",
	"-o", "ControlMaster=no", "-o", "ClearAllForwardings=yes", "-o", "RemoteCommand=none", "-T", "-x", "-a"}

// sshCommand returns the words of the command that connects to a host and runs script there. If
// the program is not called ssh it gets no options, only the host and the script.
func sshCommand(user []string, host, script string) []string {
	if len(user) == 0 {
		user = []string{"ssh"}
	}
	argv := append([]string{}, user...)
	if filepath.Base(user[0]) == "ssh" {
		argv = append(argv, sshOptions...)
		argv = append(argv, "--")
	}
	return append(argv, host, script)
}

// mark begins each line that the script prints: what a login shell may print is not for us.
const mark = "skua-boot:"

// The script is one word in single quotes for whatever shell the user has on the host (sh, csh,
// fish): so it has no single quote, no line break, no backslash and no exclamation mark.
const (
	scriptCommon = `say() { echo "` + mark + ` $*"; }; say system "$(uname -s)" "$(uname -m)"; `

	// The program is checked by its hash before each use, and received if it is missing or damaged.
	// The submitter sends exactly its bytes after "need" and then waits for "start".
	scriptCopy = scriptCommon +
		`d="${XDG_CACHE_HOME:-$HOME/.cache}/skua/bin/SUM"; f="$d/skua"; ` +
		`sum() { sha256sum "$1" || shasum -a 256 "$1" || openssl dgst -r -sha256 "$1"; }; ` +
		`good() { case "$(sum "$1" 2>/dev/null)" in SUM*) true;; *) false;; esac; }; ` +
		`if good "$f"; then :; else say need; umask 077; t="$d/new.$$"; ` +
		`mkdir -p "$d" && head -c SIZE >"$t" && good "$t" && chmod 700 "$t" && mv -f "$t" "$f" ` +
		`|| { rm -f "$t"; say failed; exit 1; }; fi; ` +
		`say start; exec "$f" each-agent`

	scriptOwn = scriptCommon + `say start; exec "PATH" each-agent`
)

// copyScript runs the program with this hash, which it asks for if it is not there.
func copyScript(b *Binary) string {
	r := strings.NewReplacer("SUM", b.sum, "SIZE", strconv.FormatInt(b.size, 10))
	return "exec /bin/sh -c '" + r.Replace(scriptCopy) + "'"
}

// ownScript runs a program that the host has.
func ownScript(path string) (string, error) {
	if rest, found := strings.CutPrefix(path, "~/"); found {
		path = "$HOME/" + rest
	}
	for _, c := range []byte(strings.TrimPrefix(path, "$HOME/")) {
		if !strings.ContainsRune("._-+/@%:, ", rune(c)) && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && c < 0x80 {
			return "", fmt.Errorf("--remote-skua %q: want a path of letters, digits and . _ - + / @ %% : , and blanks", path)
		}
	}
	return "exec /bin/sh -c '" + strings.Replace(scriptOwn, "PATH", path, 1) + "'", nil
}
