package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// cutting is the argument with which the go command calls check in front of each tool: what follows is a
// directory, then the tool and its arguments.
const cutting = "cutoff"

// cutoff runs a tool, but for a compilation whose outcome dir has. The go command compiles anew whatever
// imports a package whose object code has changed, as that of each package with a fault has: that is
// four fifths of the time of most faults. But a compiler reads of its imports only the export data,
// which most faults in the body of a function do not change. So the same sources, flags and export
// data make the same archive; only its build ID is another.
func cutoff(dir, tool string, args []string) error {
	c, ok := compilation(tool, args)
	if !ok {
		return call(tool, args)
	}
	hash, err := c.hash()
	if err != nil {
		return err
	}
	kept := filepath.Join(dir, hash)
	if data, err := os.ReadFile(kept); err == nil {
		old, archive, _ := bytes.Cut(data, []byte("\n"))
		if len(old) == len(c.id) {
			return os.WriteFile(c.out, bytes.ReplaceAll(archive, old, []byte(c.id)), 0o644)
		}
	}
	if err := call(tool, args); err != nil {
		return err
	}
	archive, err := os.ReadFile(c.out)
	if err != nil {
		return err
	}
	return keep(kept, append([]byte(c.id+"\n"), archive...))
}

// compiled is a call of the compiler.
type compiled struct {
	out, id, imports string
	flags, files     []string
}

// compilation reads the arguments of a tool. It is false for other tools, and for packages that
// consist of more than Go files.
func compilation(tool string, args []string) (c compiled, ok bool) {
	if strings.TrimSuffix(filepath.Base(tool), ".exe") != "compile" {
		return c, false
	}
	values := map[string]*string{"-o": &c.out, "-buildid": &c.id, "-importcfg": &c.imports, "-trimpath": new(string)}
	for i := 0; i < len(args); i++ {
		switch value := values[args[i]]; {
		case value != nil && i+1 < len(args):
			i++
			*value = args[i]
		case args[i] == "-symabis", args[i] == "-asmhdr", args[i] == "-embedcfg":
			return c, false
		case strings.HasSuffix(args[i], ".go"):
			c.files = append(c.files, args[i])
		default:
			c.flags = append(c.flags, args[i])
		}
	}
	return c, c.out != "" && c.id != "" && c.imports != ""
}

func (c compiled) hash() (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", c.flags)
	for _, file := range c.files {
		data, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %x\n", filepath.Base(file), sha256.Sum256(data))
	}
	imports, err := os.ReadFile(c.imports)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(imports)) {
		name, file, found := strings.Cut(strings.TrimSpace(line), "=")
		if !found || !strings.HasPrefix(name, "packagefile ") {
			fmt.Fprint(h, line)
			continue
		}
		archive, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %x\n", name, sha256.Sum256(exported(archive)))
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16]), nil
}

// exported returns what an archive tells those that import it, or all of it if it is not as expected.
func exported(archive []byte) []byte {
	_, behind, begins := bytes.Cut(archive, []byte("\n$$B\n"))
	end := bytes.LastIndex(behind, []byte("\n$$\n")) // or further on, in the code: then less is reused
	if !begins || end < 0 {
		return archive
	}
	return behind[:end]
}

// keep writes a file that others read meanwhile.
func keep(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), "new-")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

func call(tool string, args []string) error {
	cmd := exec.Command(tool, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd.Run()
}
