package each

import (
	"errors"
	"io"
)

func plan(o Options, args []string, stdin io.Reader) (Source, error) {
	return nil, errors.New("not yet")
}
