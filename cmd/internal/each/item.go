package each

import (
	"iter"
	"strconv"
	"strings"

	"github.com/skua-go/skua/cmd/internal/batch"
)

// A maker makes items.
type maker struct {
	command *template
	tag     *template // nil if there is none
	tagArgs bool      // the tag are the inputs
	total   int       // how many items there will be, if the command says so
}

// item makes an item of inputs, for a slot from 0.
func (m *maker) item(seq, first int, in []input, insert bool, slot int) *batch.Item {
	it := &batch.Item{Seq: seq, First: first, Inputs: len(in), Attempt: 1}
	c := &Command{}
	if insert {
		c.inputs = flat(in)
	}
	it.Payload = c
	m.place(it, slot)
	return it
}

// flat returns the values of inputs one after the other.
func flat(in []input) []string {
	if len(in) == 1 {
		return in[0].args
	}
	n := 0
	for _, i := range in {
		n += len(i.args)
	}
	all := make([]string, 0, n)
	for _, i := range in {
		all = append(all, i.args...)
	}
	return all
}

// place makes the command of an item for the slot where it will run: {%} depends on that, and
// an item that failed in one slot may be tried again in another.
func (m *maker) place(it *batch.Item, slot int) {
	args := it.Payload.(*Command).inputs
	v := &values{args: args, seq: it.Seq, slot: slot + 1, total: m.total}
	c := m.command.command(v)
	c.inputs, c.Files = args, args
	c.Env = []string{"PARALLEL_SEQ=" + strconv.Itoa(v.seq), "PARALLEL_JOBSLOT=" + strconv.Itoa(v.slot)}
	if m.tagArgs {
		it.Tag = strings.Join(args, " ")
	} else if m.tag != nil {
		it.Tag = m.tag.text(v)
	}
	it.Payload, it.Label = c, c.Text()
	if m.command.uses(slotPart) {
		it.Labels = m.labels(*v)
	}
}

// labels returns what the command is in each slot: when a batch goes on with its joblog, a
// command may be in another slot than before.
func (m *maker) labels(v values) iter.Seq[string] {
	return func(yield func(string) bool) {
		for v.slot = 1; v.slot <= manySlots && yield(m.command.command(&v).Text()); v.slot++ {
		}
	}
}

// manySlots is more than a machine has, at 8000 at a time. What ran in a later slot, of many
// hosts, is held to be another command.
const manySlots = 10_000
