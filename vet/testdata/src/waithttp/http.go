package waithttp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
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

func bodies(rs []*http.Response, dst io.Writer) {
	par.ForEach(rs, func(r *http.Response) {
		io.ReadAll(r.Body)                    // want `reading an HTTP response in a task of par.ForEach`
		io.Copy(dst, r.Body)                  // want `reading an HTTP response`
		io.ReadAll(io.LimitReader(r.Body, 9)) // want `reading an HTTP response`
		json.NewDecoder(r.Body).Decode(&dst)  // want `reading an HTTP response`
		lines := bufio.NewScanner(r.Body)
		for lines.Scan() { // want `reading an HTTP response`
		}
		size(r) // want `reading an HTTP response, in size,`
		skua.Blocking(nil, func() { io.ReadAll(r.Body) })
		r.Body.Close()
	})
}

func size(r *http.Response) int {
	b, _ := io.ReadAll(r.Body)
	return len(b)
}

type page struct{ Body io.Reader }

func memory(pages []page, rs []*http.Response, text []byte) {
	par.ForEach(pages, func(p page) {
		io.ReadAll(p.Body)
		io.ReadAll(bytes.NewReader(text))
		json.NewDecoder(bytes.NewReader(text)).Decode(&p)
		r := &http.Response{Body: io.NopCloser(bytes.NewReader(text))}
		io.ReadAll(r.Body)
	})
	par.ForEach(pages, func(page) {
		archived, _ := http.ReadResponse(bufio.NewReader(bytes.NewReader(text)), nil)
		io.ReadAll(archived.Body)
		io.ReadAll(httptest.NewRecorder().Result().Body)
	})
	par.ForEach(rs, func(r *http.Response) {
		var all io.Reader
		func() { all = io.LimitReader(all, 9) }()
		io.ReadAll(all)
		r.Body = io.NopCloser(bytes.NewReader(text))
		io.ReadAll(r.Body)
	})
}
