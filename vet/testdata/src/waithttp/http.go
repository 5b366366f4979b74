package waithttp

import (
	"net/http"

	"github.com/skua-go/skua/par"
)

func fetch(client *http.Client, r *http.Request) {
	par.For(10, func(int) {
		http.Get("http://a.test") // want `an HTTP request in a task of par.For`
		client.Do(r)              // want `an HTTP request`
	})
	http.Get("http://a.test")
}
