package each

import (
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/template"
)

// A maker makes items.
type maker struct {
	command *template.Template
	tag     *template.Template // nil if there is none
	tagArgs bool               // the tag are the inputs
	total   int                // how many items there will be, if the command says so
	grace   time.Duration      // Options.Grace
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
	v := &template.Values{Args: args, Seq: it.Seq, Slot: slot + 1, Total: m.total}
	c := m.commandOf(v)
	c.inputs, c.Files = args, args
	c.Env = []string{"PARALLEL_SEQ=" + strconv.Itoa(v.Seq), "PARALLEL_JOBSLOT=" + strconv.Itoa(v.Slot)}
	if m.tagArgs {
		it.Tag = strings.Join(args, " ")
	} else if m.tag != nil {
		it.Tag = m.tag.Text(v)
	}
	it.Payload, it.Label = c, c.Text()
	if m.command.UsesSlot() {
		it.Labels = m.labels(*v)
	}
}

func (m *maker) commandOf(v *template.Values) *Command {
	argv, script := m.command.Command(v)
	return &Command{Argv: argv, Script: script, Grace: m.grace}
}

// labels returns what the command is in each slot: when a batch goes on with its joblog, a
// command may be in another slot than before.
func (m *maker) labels(v template.Values) iter.Seq[string] {
	return func(yield func(string) bool) {
		for v.Slot = 1; v.Slot <= manySlots && yield(m.commandOf(&v).Text()); v.Slot++ {
		}
	}
}

// manySlots is more than a machine has, at 8000 at a time. What ran in a later slot, of many
// hosts, is held to be another command.
const manySlots = 10_000
