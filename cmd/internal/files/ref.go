package files

import "io/fs"

// A Ref names a file and its content.
type Ref struct {
	Path string      `json:"path"` // with slashes; relative, or absolute
	Sum  string      `json:"sum"`  // SHA-256 of the content, in hex
	Size int64       `json:"size"`
	Mode fs.FileMode `json:"mode"` // permission bits
}
