package jobserver

import (
	"strconv"
	"strings"
)

// auth returns what a MAKEFLAGS says of a jobserver, empty if it has none: R,W are descriptors and
// fifo:PATH is a name. The last one counts, as in GNU make. Make before 4.2 called it --jobserver-fds.
func auth(makeflags string) (auth string) {
	for _, word := range flags(makeflags) {
		for _, name := range []string{"--jobserver-auth=", "--jobserver-fds="} {
			if value, ok := strings.CutPrefix(word, name); ok {
				auth = value
			}
		}
	}
	return auth
}

// flags are the words of a MAKEFLAGS before those that set variables. GNU make writes a blank within a
// word as "\ ", which no word that is wanted here has.
func flags(makeflags string) []string {
	words := strings.Fields(makeflags)
	for i, word := range words {
		if word == "--" {
			return words[:i]
		}
	}
	return words
}

// withServer is a MAKEFLAGS with a jobserver for n jobs.
func withServer(makeflags string, n int, auth string) string {
	head, variables, found := strings.Cut(" "+makeflags+" ", " -- ")
	head = strings.TrimRight(head[1:], " ")
	all := head + " -j" + strconv.Itoa(n) + " --jobserver-auth=" + auth // NOT: before head, whose first word may be letters
	if found {
		all += " -- " + strings.TrimRight(variables, " ")
	}
	return all
}
