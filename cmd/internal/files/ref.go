package files

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
)

// A Ref names a file and its content.
type Ref struct {
	Path string      `json:"path"`           // absolute and clean, with slashes, as on the submitter's machine
	Sum  string      `json:"sum"`            // SHA-256 of the content, in hex
	Size int64       `json:"size"`           // bytes of the content
	Mode fs.FileMode `json:"mode"`           // permission bits
	Time int64       `json:"time,omitempty"` // when it was modified, in ns since 1970; 0 if unknown
}

// ErrMismatch is what a content that arrives is refused with if it is not the one that was
// announced.
var ErrMismatch = errors.New("the content is not what was announced")

// ValidSum tells whether s is a SHA-256 in lower-case hex. What is not never becomes a file's name.
func ValidSum(s string) bool {
	if len(s) != 2*sha256.Size {
		return false
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// A checker hashes what is written to it and refuses more than size bytes.
type checker struct {
	sum  string
	size int64
	n    int64
	hash hash.Hash
}

func newChecker(sum string, size int64) *checker {
	return &checker{sum: sum, size: size, hash: sha256.New()}
}

func (c *checker) Write(b []byte) (int, error) {
	if c.n += int64(len(b)); c.n > c.size {
		return 0, fmt.Errorf("%w: more than %d bytes", ErrMismatch, c.size)
	}
	return c.hash.Write(b)
}

// check says whether all of the announced content was written.
func (c *checker) check() error {
	switch sum := hex.EncodeToString(c.hash.Sum(nil)); {
	case c.n != c.size:
		return fmt.Errorf("%w: %d bytes instead of %d", ErrMismatch, c.n, c.size)
	case sum != c.sum:
		return fmt.Errorf("%w: its SHA-256 is %s instead of %s", ErrMismatch, sum, c.sum)
	}
	return nil
}
