package server

import (
	"fmt"
	"net/url"
	"os"
	"strings"
)

// Kind is one of the three deployments.
type Kind int

const (
	Alone    Kind = iota // this process hosts the server, and no other process reaches it
	Shared               // the processes of one machine share a directory, and one of them hosts
	External             // the server runs elsewhere
)

// String returns the kind's word: alone, shared or external.
func (k Kind) String() string {
	switch k {
	case Alone:
		return "alone"
	case Shared:
		return "shared"
	case External:
		return "external"
	}
	return fmt.Sprintf("Kind(%d)", int(k))
}

// Where is a parsed place of a cluster.
type Where struct {
	Kind Kind
	Dir  string // Alone: where tasks are stored, or "" for memory; Shared: the directory
	URL  string // External: the server's addresses, with commas between them
}

const allowed = `allowed are "" (alone, in memory), "alone:DIR" (alone, stored in DIR), ` +
	`"DIR" with a path separator in it (the processes of this machine that share DIR), ` +
	`and "nats://HOST:PORT[,…]" or "tls://HOST:PORT[,…]" (a NATS server)`

// Parse reads a place as users write it. Parse looks at the text alone: it touches
// neither files nor network. The error of a place that is none lists what is allowed.
func Parse(where string) (Where, error) {
	switch dir, alone := strings.CutPrefix(where, "alone:"); {
	case where == "":
		return Where{Kind: Alone}, nil
	case alone && dir == "":
		return Where{}, fmt.Errorf(`cluster: place "alone:" names no directory; %s`, allowed)
	case alone:
		return Where{Kind: Alone, Dir: dir}, nil
	case strings.Contains(where, "://"):
		return parseURLs(where)
	case strings.TrimSpace(where) != where:
		return Where{}, fmt.Errorf("cluster: place %q begins or ends with a space; %s", where, allowed)
	case looksLikeScheme(where):
		return Where{}, fmt.Errorf("cluster: unknown kind of place %q (a directory of that name is written ./%s); %s", where, where, allowed)
	case strings.ContainsRune(where, '/') || strings.ContainsRune(where, os.PathSeparator):
		return Where{Kind: Shared, Dir: where}, nil
	}
	return Where{}, fmt.Errorf("cluster: unknown place %q (a directory here is written ./%s); %s", where, where, allowed)
}

// looksLikeScheme reports whether a place begins with a word and a colon, and so is hardly
// meant as a directory. One letter may be a drive.
func looksLikeScheme(where string) bool {
	word, _, ok := strings.Cut(where, ":")
	return ok && len(word) > 1 && !strings.ContainsAny(word, `/\.`)
}

// parseURLs reads the addresses of an external server. An address without a scheme
// has that of the first; all have the same one, because a client speaks TLS to all or none.
func parseURLs(where string) (Where, error) {
	bad := func(address, why string) (Where, error) {
		return Where{}, fmt.Errorf("cluster: address %q: %s; %s", hidePassword(address), why, allowed)
	}
	var scheme string
	var urls []string
	for _, address := range strings.Split(where, ",") {
		address = strings.TrimSpace(address)
		if scheme != "" && !strings.Contains(address, "://") {
			address = scheme + "://" + address
		}
		u, err := url.Parse(address)
		switch {
		case err != nil:
			return bad(address, "it is no URL")
		case u.Scheme != "nats" && u.Scheme != "tls":
			return bad(address, "its scheme is neither nats nor tls")
		case scheme != "" && u.Scheme != scheme:
			return bad(address, "nats and tls are mixed")
		case u.Hostname() == "":
			return bad(address, "it has no host")
		case u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "":
			return bad(address, "there is more than host and port")
		}
		scheme, u.Path = u.Scheme, ""
		urls = append(urls, strings.ReplaceAll(u.String(), ",", "%2C")) // one in a password
	}
	return Where{Kind: External, URL: strings.Join(urls, ",")}, nil
}

// hidePassword returns an address as it may be printed.
func hidePassword(address string) string {
	at := strings.LastIndex(address, "@")
	if at < 0 {
		return address
	}
	scheme, _, _ := strings.Cut(address[:at], "://")
	return scheme + "://xxxxx@" + address[at+1:]
}

// String returns the place as Parse reads it, without the password of a URL.
func (w Where) String() string {
	switch {
	case w.Kind == External:
		urls := strings.Split(w.URL, ",")
		for i, u := range urls {
			urls[i] = hidePassword(u)
		}
		return strings.Join(urls, ",")
	case w.Kind == Alone && w.Dir != "":
		return "alone:" + w.Dir
	}
	return w.Dir
}
