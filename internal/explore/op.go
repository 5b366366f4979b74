package explore

import "unsafe"

// Kind is what a thread is about to do to a shared object. Each is one step.
type Kind uint8

const (
	Load   Kind = iota // of an atomic
	Store              // to an atomic
	RMW                // Swap, Add, And, Or, CompareAndSwap; see Failed
	Lock               // waits until the object is unlocked
	Unlock             //
	Park               // waits for the object's permit and takes it
	Unpark             // gives the permit
	Yield              // waits for news; no object
	die                // the thread is killed: a store to its life
	stop               // waits until no other thread can move; no object
)

func (k Kind) String() string {
	return [...]string{"load", "store", "rmw", "lock", "unlock", "park", "unpark", "yield", "dies", "goes on"}[k]
}

// changes reports whether the operation may be news for a spinning thread.
func (k Kind) changes() bool {
	return k == Store || k == RMW || k == Unlock || k == Unpark || k == die
}

// op is a step that a thread has announced.
type op struct {
	kind Kind
	obj  *object
}

// dependent reports whether the order of the two may matter. Of a RMW that is
// not done yet the worse is assumed.
func (a op) dependent(b op) bool {
	return a.obj != nil && a.obj == b.obj && (a.kind != Load || b.kind != Load)
}

// object is an address that threads share, with the explorer's own model of a
// lock or a permit, and the events on it that the next one may depend on.
type object struct {
	ptr    unsafe.Pointer
	id     int
	run    uint32
	held   bool
	permit bool

	lastWrite int   // step of the last event that wrote; 0 is none
	lastLock  int   // step of the last Lock
	reads     []int // steps of the reads since lastWrite, one for each thread
}

func (o *object) reset(p unsafe.Pointer, id int, run uint32) {
	*o = object{ptr: p, id: id, run: run, reads: o.reads[:0]}
}

// objects maps the addresses of a run to objects: open addressing, emptied by
// counting the run. It keeps the addresses alive, so none is used twice.
type objects struct {
	slots []*object
	used  int
	run   uint32
}

func (t *objects) clear() {
	if t.slots == nil {
		t.slots = make([]*object, 64)
	}
	t.run++
	t.used = 0
}

// home is where in the table an address belongs, before it is cut to its size.
func home(p unsafe.Pointer) uintptr {
	return uintptr(uint64(uintptr(p)>>3) * 0x9E3779B97F4A7C15 >> 32)
}

func (t *objects) find(p unsafe.Pointer) *object {
	mask := uintptr(len(t.slots) - 1)
	i := home(p) & mask
	for {
		o := t.slots[i]
		if o != nil && o.run == t.run {
			if o.ptr == p {
				return o
			}
			i = (i + 1) & mask
			continue
		}
		if t.used*2 >= len(t.slots) {
			t.grow()
			return t.find(p)
		}
		if o == nil {
			o = new(object)
			t.slots[i] = o
		}
		o.reset(p, t.used, t.run)
		t.used++
		return o
	}
}

func (t *objects) grow() {
	old := t.slots
	t.slots = make([]*object, 2*len(old))
	mask := uintptr(len(t.slots) - 1)
	for _, o := range old {
		if o == nil || o.run != t.run {
			continue
		}
		i := home(o.ptr) & mask
		for t.slots[i] != nil {
			i = (i + 1) & mask
		}
		t.slots[i] = o
	}
}
