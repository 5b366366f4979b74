package batch

import "os"

// namedFile returns an empty file whose name is taken away at once, where the system
// lets an open file lose its name; elsewhere it stays in the directory for temporary files.
func namedFile() (*os.File, error) {
	f, err := os.CreateTemp("", "skua-output-*")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name())
	return f, nil
}
