//go:build linux && (amd64 || arm64)

package shm_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/skua-go/skua/cluster/shm"
)

// handlers are the same in all processes that share a file.
var handlers = map[string]shm.Handler{
	"square": func(_ context.Context, out, in []byte) ([]byte, error) {
		n := binary.LittleEndian.Uint64(in)
		return binary.LittleEndian.AppendUint64(out, n*n), nil
	},
	"divide": func(_ context.Context, out, in []byte) ([]byte, error) {
		if in[1] == 0 {
			return nil, errors.New("division by zero")
		}
		return append(out, in[0]/in[1]), nil
	},
}

func number(n uint64) []byte { return binary.LittleEndian.AppendUint64(nil, n) }

// tempPath is for the examples; a program uses a fixed path, like /dev/shm/squares/tasks.
func tempPath() (path string, remove func()) {
	dir, err := os.MkdirTemp("", "squares")
	if err != nil {
		panic(err)
	}
	return dir + "/tasks", func() { os.RemoveAll(dir) }
}

func ExampleJoin() {
	path, remove := tempPath()
	defer remove()
	m, err := shm.Join(path, handlers, shm.Config{}) // makes the file
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	other, err := shm.Join(path, handlers, shm.Config{}) // usually in another process
	if err != nil {
		fmt.Println(err)
		return
	}
	defer other.Close()
	fmt.Println("places", m.Stats().Place, "and", other.Stats().Place)
	// Output: places 1 and 2
}

func ExampleMember_Do() {
	path, remove := tempPath()
	defer remove()
	m, err := shm.Join(path, handlers, shm.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	result, err := m.Do(context.Background(), "square", number(12))
	fmt.Println(binary.LittleEndian.Uint64(result), err)
	_, err = m.Do(context.Background(), "divide", []byte{1, 0})
	fmt.Println(err)
	// Output:
	// 144 <nil>
	// cluster: shm: divide: division by zero
}

func ExampleMember_Map() {
	path, remove := tempPath()
	defer remove()
	m, err := shm.Join(path, handlers, shm.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	payloads := slices.Values([][]byte{number(1), number(2), number(3), number(4)})
	for result, err := range m.Map(context.Background(), "square", payloads) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(binary.LittleEndian.Uint64(result))
	}
	// Output:
	// 1
	// 4
	// 9
	// 16
}

// A process that only helps.
func ExampleMember_Work() {
	path, remove := tempPath()
	defer remove()
	m, err := shm.Join(path, handlers, shm.Config{Workers: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // a real one would wait for a signal
	fmt.Println(m.Work(ctx))
	// Output: <nil>
}

func ExampleMember_Close() {
	path, remove := tempPath()
	defer remove()
	m, err := shm.Join(path, handlers, shm.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Close())
	_, err = m.Do(context.Background(), "square", number(1))
	fmt.Println(errors.Is(err, shm.ErrClosed))
	// Output:
	// <nil>
	// true
}

func ExampleMember_Stats() {
	path, remove := tempPath()
	defer remove()
	m, err := shm.Join(path, handlers, shm.Config{Place: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	if _, err := m.Do(context.Background(), "square", number(1)); err != nil {
		fmt.Println(err)
	}
	s := m.Stats()
	fmt.Println("place", s.Place, "ran", s.Ran)
	// Output: place 3 ran 1
}

func ExampleTaskError() {
	path, remove := tempPath()
	defer remove()
	m, err := shm.Join(path, handlers, shm.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	_, err = m.Do(context.Background(), "divide", nil)
	var failure *shm.TaskError
	if errors.As(err, &failure) {
		fmt.Println(failure.Handler, failure.Panic)
	}
	// Output: divide true
}
