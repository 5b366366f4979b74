// Command build builds the virtual machine room's program twice, in the module's root: DIR/room, in
// whose scheduler every atomic asks the room, and DIR/real, which runs on the machine itself. The
// command run says what they do.
//
//	go run ./verify/room/build -o DIR
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/skua-go/skua/verify/overlay"
)

const program = "./verify/room/run"

func main() {
	dir := flag.String("o", "", "build into this `directory`")
	flag.Parse()
	if *dir == "" || flag.NArg() > 0 {
		fmt.Fprintln(os.Stderr, "usage: build -o DIR")
		os.Exit(2)
	}
	if err := build(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func build(dir string) error {
	patches, err := overlay.Named(overlay.Timed)
	if err != nil {
		return err
	}
	file, err := overlay.Write(filepath.Join(dir, "woven"), overlay.Options{Root: ".", Packages: overlay.Timely, Patches: patches})
	if err != nil {
		return err
	}
	if err := compile(filepath.Join(dir, "room"), "-overlay", file); err != nil {
		return err
	}
	return compile(filepath.Join(dir, "real"))
}

func compile(to string, args ...string) error {
	cmd := exec.Command("go", append(append([]string{"build", "-o", to}, args...), program)...)
	// The heap begins at the same address in every run: so lines, and shards by address, are the same.
	cmd.Env = append(os.Environ(), "GOEXPERIMENT=norandomizedheapbase64")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%v: %w", cmd, err)
	}
	return nil
}
