package jobserver

import (
	"slices"
	"strconv"
	"strings"
)

// variables are those of the environment that say where a jobserver is. Cargo tells build scripts by one
// of its own. MAKEFLAGS comes first: a make below cargo may serve, and a cargo below make takes part.
var variables = []string{"MAKEFLAGS", "CARGO_MAKEFLAGS"}

// names are the flags that say where: make before 4.2 had the second one.
var names = []string{"--jobserver-auth=", "--jobserver-fds="}

// auth returns what a MAKEFLAGS says of a jobserver, empty if it has none: R,W are descriptors and
// fifo:PATH is a name. The last one counts, as in GNU make.
func auth(makeflags string) (auth string) {
	head, _, _ := strings.Cut(makeflags+" ", " -- ") // variables follow
	for word := range strings.FieldsSeq(strings.ReplaceAll(head, `\ `, "\x00")) {
		for _, name := range names {
			if value, ok := strings.CutPrefix(word, name); ok {
				auth = strings.ReplaceAll(value, "\x00", " ")
			}
		}
	}
	return auth
}

// withServer is a MAKEFLAGS with a jobserver for n jobs, and no other.
func withServer(makeflags string, n int, auth string) string {
	head, variables, found := strings.Cut(" "+makeflags+" ", " -- ")
	words := slices.DeleteFunc(strings.Split(strings.TrimRight(head[1:], " "), " "), func(word string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(word, name) })
	})
	all := strings.Join(words, " ") + " -j" + strconv.Itoa(n) + " --jobserver-auth=" + auth // NOT: before words, the first of which may be letters
	if found {
		all += " -- " + strings.TrimRight(variables, " ")
	}
	return all
}
