package dashboard

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

//go:embed static
var static embed.FS

// A file of the page.
type file struct {
	data []byte
	kind string // for Content-Type
	tag  string // changes with the data
}

// kinds are the types of the page's files. The system's own table may say otherwise.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}

// files are the files of the page, by name.
var files = sync.OnceValue(func() map[string]file {
	all := map[string]file{}
	entries, err := static.ReadDir("static")
	if err != nil {
		panic(err) // they are part of the program
	}
	for _, e := range entries {
		data, err := static.ReadFile("static/" + e.Name())
		if err != nil {
			panic(err)
		}
		kind := kinds[path.Ext(e.Name())]
		if kind == "" {
			kind = mime.TypeByExtension(".txt")
		}
		sum := sha256.Sum256(data)
		all[e.Name()] = file{data, kind, `"` + hex.EncodeToString(sum[:8]) + `"`}
	}
	return all
})

// page answers with a file of the page; its HTML has the newest frame in it. The browser asks each time
// whether it has changed: another version of the program may be at the same address.
func (h *Handler) page(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	f, ok := files()[name]
	if !ok {
		fresh(w.Header())
		http.Error(w, "there is no such page", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", f.kind)
	w.Header().Set("Cache-Control", "no-cache")
	if name == "index.html" {
		var frame bytes.Buffer
		json.HTMLEscape(&frame, h.feed.first(r.Context()))
		f.data = bytes.Replace(f.data, []byte("{{frame}}"), frame.Bytes(), 1)
	} else {
		w.Header().Set("ETag", f.tag)
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(f.data))
}
