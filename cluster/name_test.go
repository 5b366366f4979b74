package cluster

import (
	"errors"
	"testing"
)

// Of two nodes with one name the second is refused, while the first lives.
func TestName_taken(t *testing.T) {
	p := newPlace(t)
	c := Config{Name: "n", Slots: 1, Handlers: map[string]Handler{"echo": echo}}
	n, err := newNode(minute(t), p.client(c))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newNode(minute(t), p.client(c)); !errors.Is(err, ErrNameTaken) {
		t.Errorf("a second node n: %v, want ErrNameTaken", err)
	}
	outcomes(t, p.submit(n, JobSpec{Handler: "echo"}, texts("a")))

	n.b.nc.Close() // as kill -9 does; its entry stays for some time
	defer n.Close()
	again := p.node(c)
	if nodes, err := again.Nodes(minute(t)); len(nodes) != 1 || err != nil {
		t.Errorf("%d nodes, %v, want 1", len(nodes), err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	p.node(c)
}
