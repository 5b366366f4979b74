// Command weave writes an overlay that puts packages under the explorer's
// control:
//
//	go run ./verify/weave -o DIR [-patch NAME,…] PKG…
//	go test -overlay DIR/overlay.json -tags explore PKG…
//
// It is run in the module's root; PKG is a directory in it, as in . ./deque or
// ./internal/sched. The package overlay says what is written.
package main

import (
	"flag"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/skua-go/skua/verify/overlay"
)

func main() {
	dir := flag.String("o", "", "write to this `directory`")
	names := flag.String("patch", "", "apply the patches of these `names`, separated by commas")
	list := flag.Bool("list", false, "list the names of all planted faults")
	flag.Parse()
	if *list {
		fmt.Println(strings.Join(overlay.Names(), "\n"))
		return
	}
	if err := run(*dir, *names, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "weave:", err)
		os.Exit(1)
	}
}

func run(dir, names string, packages []string) error {
	if dir == "" || len(packages) == 0 && names == "" {
		return fmt.Errorf("usage: weave -o DIR [-patch NAME,…] PKG…, of which one may be missing: the names or the packages")
	}
	o := overlay.Options{Root: "."}
	for _, p := range packages {
		o.Packages = append(o.Packages, path.Clean(p))
	}
	var err error
	if names != "" {
		if o.Patches, err = overlay.Named(strings.Split(names, ",")...); err != nil {
			return err
		}
	}
	file, err := overlay.Write(dir, o)
	if err == nil {
		fmt.Println(file)
	}
	return err
}
