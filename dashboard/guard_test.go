package dashboard

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func TestHandler_host(t *testing.T) {
	h := New(&growing{}, Config{})
	named := New(&growing{}, Config{Hosts: []string{"Build.example.org:8080", "10.0.0.7"}})
	all := New(&growing{}, Config{Hosts: []string{"*"}})
	for _, c := range []struct {
		host              string
		plain, named, all int
	}{
		{"127.0.0.1:8080", 200, 200, 200},
		{"localhost:8080", 200, 200, 200},
		{"LOCALHOST", 200, 200, 200},
		{"localhost.", 200, 200, 200},
		{"[::1]:8080", 200, 200, 200},
		{"[::1]", 200, 200, 200},
		{"127.8.9.10", 200, 200, 200},
		{"build.example.org", 403, 200, 200},
		{"10.0.0.7:99", 403, 200, 200},
		{"attacker.example.org", 403, 403, 200},
		{"localhost.attacker.example.org", 403, 403, 200},
		{"127.0.0.1.attacker.example.org:8080", 403, 403, 200},
		{"0.0.0.0:8080", 403, 403, 200},
		{"", 403, 403, 200},
	} {
		for k, path := range []string{"/", "/frame.json", "/report.json", "/events", "/none"} {
			method := http.MethodGet
			if path == "/events" {
				method = http.MethodHead
			}
			for name, want := range map[*Handler]int{h: c.plain, named: c.named, all: c.all} {
				if k == 4 && want == 200 {
					want = 404
				}
				if got := get(name, method, path, c.host).Code; got != want {
					t.Errorf("%s of %q with Hosts %v: status %d, want %d", path, c.host, name.config.Hosts, got, want)
				}
			}
		}
	}
}

func TestHandler_methods(t *testing.T) {
	h := New(&growing{}, Config{})
	for _, path := range []string{"/", "/frame.json", "/events", "/report.json"} {
		for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE"} {
			w := get(h, method, path, "localhost")
			if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
				t.Errorf("%s %s: status %d, Allow %q; want 405 and GET, HEAD", method, path, w.Code, w.Header().Get("Allow"))
			}
		}
		if w := get(h, http.MethodHead, path, "localhost"); w.Code != 200 {
			t.Errorf("HEAD %s: status %d, want 200", path, w.Code)
		}
	}
}

func TestHandler_headers(t *testing.T) {
	h := New(&growing{}, Config{})
	for path, cache := range map[string]string{
		"/": "no-cache", "/main.js": "no-cache", "/style.css": "no-cache", "/frame.json": "no-store", "/report.json": "no-store", "/none": "no-store",
	} {
		header := get(h, "GET", path, "localhost").Header()
		csp := header.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "script-src 'self';") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: Content-Security-Policy %q", path, csp)
		}
		if got := header.Get("Cache-Control"); got != cache {
			t.Errorf("%s: Cache-Control %q, want %q", path, got, cache)
		}
		if got := header.Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("%s: X-Content-Type-Options %q", path, got)
		}
	}
}

// A browser that asks again for what it has gets it only if it has changed.
func TestHandler_etag(t *testing.T) {
	h := New(nil, Config{})
	first := get(h, "GET", "/main.js", "localhost")
	r, _ := http.NewRequest("GET", "/main.js", nil)
	r.Host = "localhost"
	r.Header.Set("If-None-Match", first.Header().Get("ETag"))
	w := &recorder{header: http.Header{}}
	h.ServeHTTP(w, r)
	if w.code != http.StatusNotModified || w.n != 0 {
		t.Errorf("status %d with %d bytes, want 304 with none", w.code, w.n)
	}
}

// A recorder counts what is written.
type recorder struct {
	header  http.Header
	code, n int
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(code int)        { r.code = code }
func (r *recorder) Write(p []byte) (int, error) { r.n += len(p); return len(p), nil }

// The policy forbids what these would be; the page would lack it.
func TestStatic_nothingInline(t *testing.T) {
	page := get(New(nil, Config{}), "GET", "/", "localhost").Body.String()
	for _, bad := range []string{`<script>`, `<style`, `\sstyle=`, `\son[a-z]+=`, `javascript:`, `https?://`} {
		if found := regexp.MustCompile(bad).FindString(page); found != "" {
			t.Errorf("index.html has %q", found)
		}
	}
	for _, m := range regexp.MustCompile(`(?:src|href)="([^"#]+)"`).FindAllStringSubmatch(page, -1) {
		if _, ok := files()[m[1]]; !ok && m[1] != "report.json" {
			t.Errorf("index.html wants %s, which is not there", m[1])
		}
	}
}

// The page has the newest frame in it, whose text cannot end the element that it is in.
func TestStatic_frame(t *testing.T) {
	for _, h := range []*Handler{New(&growing{}, Config{Title: "a</script>b"}), New(nil, Config{Title: "a</script>b"})} {
		page := get(h, "GET", "/", "localhost").Body.String()
		_, text, _ := strings.Cut(page, `<script type="application/json" id="first">`)
		text, _, _ = strings.Cut(text, "</script>")
		var f Frame
		if err := json.Unmarshal([]byte(text), &f); err != nil || f.Title != "a</script>b" || f.Number < 1 {
			t.Errorf("the page has %q: %v", text, err)
		}
	}
}

func TestStatic_uPlotIsUnchanged(t *testing.T) {
	list := string(files()["uPlot.txt"].data)
	sums := regexp.MustCompile(`(?m)^([0-9a-f]{64})  (\S+)$`).FindAllStringSubmatch(list, -1)
	if len(sums) != 3 {
		t.Fatalf("uPlot.txt has %d sums, want 3", len(sums))
	}
	for _, m := range sums {
		sum := sha256.Sum256(files()[m[2]].data)
		if got := hex.EncodeToString(sum[:]); got != m[1] {
			t.Errorf("%s has the sum %s, want %s", m[2], got, m[1])
		}
	}
}
