package main

import (
	"os"
	"strings"
	"testing"
)

// workspace is right for linux/amd64 and wrong for others.
var workspace = map[string]string{
	"go.work":          "go 1.26.0\n\nuse .\n",
	"go.mod":           "module example.com/m\n\ngo 1.26.0\n",
	"m.go":             "package m\n\nimport \"syscall\"\n\nvar kill = syscall.Kill\n\nfunc word() uint32\n",
	"m_amd64.s":        "#include \"textflag.h\"\n\nTEXT ·word(SB), NOSPLIT, $0-4\n\tMOVL $1, ret+0(FP)\n\tRET\n",
	"m_386.s":          "#include \"textflag.h\"\n\nTEXT ·word(SB), NOSPLIT, $0-4\n\tMOVL $1, ret+8(FP)\n\tRET\n",
	"m_arm64.s":        "#include \"textflag.h\"\n\nTEXT ·word(SB), NOSPLIT, $0-4\n\tMOVW R0, ret+0(FP)\n\tRET\n",
	"odd.go":           "//go:build odd\n\npackage m\n\nconst odd int = \"odd\"\n",
	"m_darwin_test.go": "package m\n\nimport \"testing\"\n\nfunc TestM(t *testing.T) { t.Logf(\"%d\", \"x\") }\n",
}

func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GOWORK", "")
	t.Setenv("GOFLAGS", "")
	for name, text := range workspace {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for target, want := range map[string]string{
		"linux/amd64":   "",
		"linux/arm64":   "",
		"windows/amd64": "m.go:5:20: undefined: syscall.Kill",
		"linux/386":     "[386] word: invalid offset ret+8(FP)",
		"darwin/arm64":  "Logf format %d has arg \"x\" of wrong type string",
	} {
		var out strings.Builder
		err := check(&out, target, "", "work")
		if (err != nil) != (want != "") || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %v, and it wrote %q, want %q", target, err, out.String(), want)
		}
	}
	var out strings.Builder
	if err := check(&out, here, "odd", "./..."); err == nil || !strings.Contains(out.String(), "odd.go:5:17: cannot use") {
		t.Errorf("with a tag: %v, and it wrote %q", err, out.String())
	}
	if err := check(os.Stderr, "linux", "", "work"); err == nil {
		t.Error("linux: no error")
	}
}
