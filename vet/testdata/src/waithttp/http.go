package waithttp

import (
	"net/http"
	"os/exec"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

func fetch(client *http.Client, r *http.Request) {
	par.For(10, func(int) {
		http.Get("http://a.test") // want `an HTTP request in a task of par.For`
		client.Do(r)              // want `an HTTP request`
	})
	http.Get("http://a.test")
}

func commands(names []string) {
	par.ForEach(names, func(name string) {
		_ = exec.Command(name).Run()          // want `a command in a task of par.ForEach`
		out, _ := exec.Command(name).Output() // want `a command`
		_ = out
		skua.Blocking(nil, func() { _ = exec.Command(name).Run() })
	})
}
