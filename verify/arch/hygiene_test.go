package arch

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"
)

// skips lists every test, or helper of tests, that may skip, as path:function,
// and why. None of them skips where CI runs: .ci/run fails if one does.
var skips = map[string]string{
	"cluster/deploy/drain_linux_test.go:start":                  "needs a chroot: systems that permit neither it nor a user namespace",
	"cluster/internal/server/full_linux_test.go:smallDisk":      "needs tmpfs: systems where the tests may not mount one",
	"cluster/wire_test.go:TestWire_python":                      "needs python3: where it is not installed",
	"cluster/shm/refuse_test.go:TestJoin_noSpace":               "needs tmpfs: systems where the tests may not mount one",
	"examples/tour/tour_test.go:TestTour":                       "needs docs/tour.md: where the module was fetched alone",
	"cmd/internal/browser/helper_test.go:load":                  "needs a browser: systems without a Chromium that starts",
	"cmd/internal/batch/joblog_test.go:gnu":                     "needs GNU parallel: where it is not installed, or does not run",
	"cmd/internal/picture/mogrify_test.go:mogrify":              "needs ImageMagick: where it is not installed, or knows no JPEG",
	"cmd/skua/internal/each/jobserver_test.go:needMake":         "needs GNU make: where it is not installed",
	"cmd/skua/blocks_test.go:TestBlocks":                        "needs the documents of two modules: where one was fetched alone",
	"cmd/internal/remote/lab_test.go:needSSH":                   "needs sshd: where it is not installed, or not ready to start",
	"cmd/skua/internal/each/ssh_test.go:newFar":                 "needs sshd: where it is not installed, or not ready to start",
	"cmd/internal/remote/disk_linux_test.go:withMounts":         "needs tmpfs: users who may not mount",
	"cluster/internal/faults/faults_test.go:try":                "users who cannot make network namespaces or mount a tmpfs",
	"internal/behaviour/trace/span_linux_test.go:TestSpan":      "-short, for emulated processors",
	"cmd/internal/causes/unseen_test.go:TestUnseen":             "-short: TestCauses has three programs",
	"cmd/skua/internal/dash/page_test.go:open":                  "needs a browser: systems without a Chromium that starts",
	"cmd/skua/internal/images/full_test.go:TestImages_diskFull": "needs tmpfs: systems where the tests may not mount one",
	"cmd/skua/internal/hash/interrupt_test.go:endlessTree":      "file systems without sparse files of 8 TB",
	"cmd/skua/internal/hash/hash_test.go:TestHash_failures":     "systems without /dev/full",
	"cmd/skua/internal/hash/hash_test.go:TestHash_goroot":       "-short, or no Go sources to hash",
	"cmd/skua/internal/hash/hash_test.go:sha256sum":             "systems without the sha256sum of GNU coreutils",
}

// undocumented complains of packages without doc.go, or whose doc.go says
// nothing. A command may carry its comment in any file.
func undocumented(t *tree) []string {
	var out []string
	for _, dir := range slices.Sorted(maps.Keys(t.dirs)) {
		var hasDoc, hasComment, isMain bool
		for _, s := range t.dirs[dir] {
			isDoc := s.path == "doc.go" || strings.HasSuffix(s.path, "/doc.go")
			hasDoc = hasDoc || isDoc && s.ast.Doc != nil
			hasComment = hasComment || s.ast.Doc != nil
			isMain = isMain || s.ast.Name.Name == "main"
		}
		switch {
		case isMain && !hasComment:
			out = append(out, dir+": a command without a package comment")
		case !isMain && !hasDoc:
			out = append(out, dir+": no doc.go with a package comment")
		}
	}
	return out
}

// skipping complains of tests that skip and are not in listed, and of entries
// of listed that no test needs any more.
func skipping(t *tree, listed map[string]string) []string {
	found := map[string]string{}
	for _, s := range t.files {
		if !s.test {
			continue
		}
		for _, d := range s.ast.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok && slices.Contains([]string{"Skip", "Skipf", "SkipNow"}, sel.Sel.Name) {
					found[s.path+":"+f.Name.Name] = t.line(sel.Sel.Pos())
				}
				return true
			})
		}
	}
	var out []string
	for _, key := range slices.Sorted(maps.Keys(found)) {
		if listed[key] == "" {
			out = append(out, fmt.Sprintf("%s: a test that skips; list %q with its reason in verify/arch/hygiene_test.go", found[key], key))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(listed)) {
		if found[key] == "" {
			out = append(out, fmt.Sprintf("verify/arch/hygiene_test.go: lists %q, which skips no more", key))
		}
	}
	return out
}

func TestPackagesAreDocumented(t *testing.T) { none(t, undocumented(repo(t))) }

func TestSkipsAreListed(t *testing.T) { none(t, skipping(repo(t), skips)) }

func TestControlHygiene(t *testing.T) {
	r := planted(t,
		"deque/doc.go", "package deque\n",
		"deque/a.go", "// Package deque is documented elsewhere.\npackage deque\n",
		"span/doc.go", "// Package span is fine.\npackage span\n",
		"span/a_test.go", "package span\nfunc TestA(t *testing.T) { t.Skip() }\nfunc TestB(t *testing.T) { t.Run(\"x\", func(t *testing.T) { t.Skipf(\"y\") }) }\n",
		"cmd/a/main.go", "package main\n",
		"cmd/b/main.go", "// Command b is fine.\npackage main\n",
	)
	exactly(t, undocumented(r), "cmd/a: a command without", "deque: no doc.go")
	exactly(t, skipping(r, map[string]string{"span/a_test.go:TestB": "y is missing", "span/a_test.go:TestC": "gone"}),
		"span/a_test.go:TestA", "span/a_test.go:TestC")
}
