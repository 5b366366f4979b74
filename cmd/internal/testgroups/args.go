package testgroups

import (
	"regexp"
	"slices"
	"strings"
)

// The arguments are those of a test binary, as go test makes them.
type arguments struct {
	program []string // what go test would have started: the binary, after the user's own -exec
	rest    []string
}

// split tells the program from its arguments. go test's first argument is always a -test flag.
func split(argv []string) arguments {
	i := slices.IndexFunc(argv, func(a string) bool { return strings.HasPrefix(a, "-test.") })
	if i < 0 {
		i = len(argv)
	}
	return arguments{argv[:i], argv[i:]}
}

// value returns the value of a -test flag. The last one counts, as in package flag.
func (a arguments) value(name string) (value string, ok bool) {
	for _, arg := range a.rest {
		if v, found := strings.CutPrefix(arg, "-test."+name+"="); found {
			value, ok = v, true
		}
	}
	return value, ok
}

// with returns arguments in which a -test flag has another value. It comes first, because what
// follows an argument that is no flag is none either.
func (a arguments) with(name, value string) arguments {
	a = a.without(name)
	return arguments{a.program, append([]string{"-test." + name + "=" + value}, a.rest...)}
}

func (a arguments) without(name string) arguments {
	rest := slices.DeleteFunc(slices.Clone(a.rest), func(arg string) bool {
		return strings.HasPrefix(arg, "-test."+name+"=")
	})
	return arguments{a.program, rest}
}

// argv is the command line.
func (a arguments) argv() []string { return slices.Concat(a.program, a.rest) }

// divisible are the -test flags whose meaning for a package is the same if they are given to each
// of its groups, or that are given to groups in another form.
var divisible = []string{"paniconexit0", "timeout", "v", "short", "count", "parallel", "failfast", "cpu", "fullpath",
	"run", "skip", "coverprofile", "gocoverdir", "outputdir"}

// mayDivide tells whether the tests that these arguments select may run in groups.
func (a arguments) mayDivide() bool {
	seen := map[string]bool{}
	for _, arg := range a.rest {
		flag, ok := strings.CutPrefix(arg, "-test.")
		if !ok {
			continue
		}
		name, _, _ := strings.Cut(flag, "=")
		if !slices.Contains(divisible, name) || name == "gocoverdir" && seen[name] {
			return false // the second gocoverdir is the user's
		}
		seen[name] = true
	}
	run, _ := a.value("run")
	_, err := regexp.Compile(run)
	return err == nil && !strings.Contains(run, "/")
}

// selected are those of the tests that -test.run selects. -test.skip stays an argument.
func (a arguments) selected(tests []string) []string {
	run, ok := a.value("run")
	if !ok {
		return tests
	}
	pattern := regexp.MustCompile(run)
	return slices.DeleteFunc(slices.Clone(tests), func(name string) bool { return !pattern.MatchString(name) })
}

// only are the arguments of the group that has these tests.
func (a arguments) only(tests []string) arguments { return a.with("run", exactly(tests)) }

// allBut are the arguments of the last group, which has all tests but those of other groups.
func (a arguments) allBut(others []string) arguments {
	skip := exactly(others)
	if users, ok := a.value("skip"); ok && users != "" {
		skip = users + "|" + skip
	}
	return a.with("skip", skip)
}

// exactly is a pattern for tests of these names. A name of a test has no special characters.
func exactly(tests []string) string { return "^(" + strings.Join(tests, "|") + ")$" }

// longest is how long an argument may be: Linux has a limit of 128 KiB for one.
const longest = 100_000

// tooLong tells whether the names of these tests are too long for an argument.
func tooLong(tests []string) bool { return len(exactly(tests)) > longest }
