package output

import (
	"encoding/json"
	"io"
	"text/tabwriter"
	"unicode/utf8"
)

// WriteJSON prints a document.
func WriteJSON(w io.Writer, document any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(document)
}

// AppendJSON appends v, on one line, to b.
func AppendJSON(b []byte, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	return append(b, text...), err
}

// A Name is a path in JSON, whose strings cannot hold every name: if Path is not the name
// exactly, Base64 is.
type Name struct {
	Path   string `json:"path"`
	Base64 []byte `json:"path_base64,omitempty"`
}

// NewName returns the name of a path.
func NewName(path string) Name {
	if utf8.ValidString(path) {
		return Name{Path: path}
	}
	return Name{path, []byte(path)}
}

// NewTable returns a writer whose lines are cells with tabs between them.
func NewTable(w io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(w, 0, 0, 2, ' ', 0) }
