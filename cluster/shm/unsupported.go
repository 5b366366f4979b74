//go:build !(linux && (amd64 || arm64))

package shm

import "os"

func openFile(string, []string, Config) (*mapping, *os.File, error) {
	return nil, nil, ErrUnsupported
}

func closeFile(*mapping, *os.File) error { return ErrUnsupported }

func newKernel(*os.File) kernel { return nil }

type watcher struct{}

func watch(*mapping, kernel, int, func()) (*watcher, error) { return nil, ErrUnsupported }

func (*watcher) close() {}
