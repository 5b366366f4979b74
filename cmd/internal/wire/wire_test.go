package wire_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/skua-go/skua/cmd/internal/each"
	"github.com/skua-go/skua/cmd/internal/files"
	"github.com/skua-go/skua/cmd/internal/wire"
)

// A message has a field of each kind that travels.
type message struct {
	Command *each.Command  `json:"command"`
	Refs    []files.Ref    `json:"refs"`
	Took    time.Duration  `json:"took"`
	Error   string         `json:"error,omitempty"`
	Counts  map[string]int `json:"counts"`
}

// TestMarshal wants that every byte of a name arrives, and that names stay apart.
func TestMarshal(t *testing.T) {
	var all []byte
	for c := 1; c < 256; c++ {
		all = append(all, byte(c))
	}
	sent := message{
		Command: &each.Command{Argv: []string{"b\xff", "b\xfe", string(all)}, Script: string(all), Env: []string{string(all)}, Files: []string{string(all)}},
		Refs:    []files.Ref{{Path: string(all)}}, Took: time.Minute, Error: string(all), Counts: map[string]int{string(all): 1, "\xff": 2},
	}
	var got message
	if err := wire.Unmarshal(wire.Marshal(sent), &got); err != nil || !reflect.DeepEqual(got, sent) {
		t.Errorf("%+v, %v, want %+v", got, err, sent)
	}
	if err := wire.Unmarshal([]byte(`{"command":1}`), &got); err == nil {
		t.Error("JSON is read without an error")
	}
}

func ExampleMarshal() {
	var name string
	err := wire.Unmarshal(wire.Marshal("caf\xe9"), &name)
	fmt.Printf("%q %v\n", name, err)
	// Output: "caf\xe9" <nil>
}

func ExampleUnmarshal() {
	var n int
	fmt.Println(wire.Unmarshal([]byte{0x17}, &n), n)
	// Output: <nil> 23
}
