package shm

import (
	"encoding/binary"
	"math/bits"
)

// The layout of a file. All words are naturally aligned and hold indices, no addresses;
// every index that is read is bounded before it is used.
//
//	0         header, a page: what the file is, and the idle bits
//	4096      places, each a multiple of a page: registry, sleep word, deque, loot list
//	arenaAt   arenas, one a place: slots of 128 bytes; slot j of place p is task p*S+j
//	blobAt    blob areas, one a place: what does not fit into a slot
const (
	magic   = 0x534b5541 // "SKUA"
	version = 1

	pageSize = 4096

	hMagic    = 0  // u32
	hVersion  = 4  // u32
	hPlaces   = 8  // u32
	hSlots    = 12 // u32
	hAttempts = 16 // u32
	hNamesLen = 20 // u32
	hHash     = 24 // u64 of the handlers' names
	hLease    = 32 // u64 nanoseconds
	hBlob     = 40 // u64 bytes for each place
	hIdle     = 64 // u64 bit p: a goroutine at place p may be asleep and wants work; a hint
	hNames    = 1024
	maxNames  = pageSize - hNames

	pReg   = 0   // u64 cur:20 | recovered:20
	pPid   = 8   // u32 for pidfd_open; never for truth
	pSleep = 64  // u32 futex: 1 asleep or about to be, 0 awake
	pSR    = 128 // u64 the deque's word
	pBot   = 192 // u32 the deque's bottom
	pLootN = 256 // u32 length of the loot list
	pLoot  = 264 // u64[maxLoot] hints of the cut in progress
	pDeque = 1024

	maxLoot  = 64 // hints that change hands at once; this and the next are arbitrary
	minSlots = 64

	slotSize = 128
	sWord    = 0  // u64
	sHead    = 8  // 8 bytes: what the task is
	sResult  = 16 // 8 bytes: what its result is, if that lies in the slot
	sNear    = 24 // the rest of the first cache line
	sFar     = 64 // the second cache line

	inline    = 64 // bytes of payload that fit into the slot
	inlineOut = 40 // bytes of result
	tinyIn    = 16 // up to here the payload lies in the first line,
	tinyOut   = 24 // and leaves so much there for the result
)

// payloadIn is where in its slot a payload lies. A task with a tiny payload and result
// needs one cache line to go to a thief and back.
func payloadIn(length int) int {
	if length <= tinyIn {
		return sNear
	}
	return sFar
}

// resultIn is where in its slot a result lies, beside a payload: never over it, since a
// task is run again if its runner dies in the middle of writing.
func resultIn(payload, result int) int {
	switch {
	case payload > tinyIn:
		return sNear
	case result <= tinyOut:
		return sNear + tinyIn
	}
	return sFar
}

// mapping is the shared memory, and what its creator has fixed.
type mapping struct {
	words
	places, slots, capacity int // slots: of each place
	stride, arenaAt, blobAt int
	blobSize                int
	limit                   int // how long a payload or a result may be
	shift                   int // slots is 1<<shift
	attempts                int
	lease                   int64
}

// measure sets the offsets, and answers the size of it all. slots is a power of two.
func (m *mapping) measure(places, slots, blobSize int) int {
	m.places, m.slots, m.blobSize = places, slots, blobSize
	m.limit = max(inlineOut, min(1<<20, blobSize/4))
	m.shift = bits.TrailingZeros(uint(slots))
	m.capacity = dequeFactor * slots
	m.stride = (pDeque + 8*m.capacity + pageSize - 1) &^ (pageSize - 1)
	m.arenaAt = pageSize + places*m.stride
	m.blobAt = (m.arenaAt + places*slots*slotSize + pageSize - 1) &^ (pageSize - 1)
	return m.blobAt + places*blobSize
}

// dequeFactor: a deque has room for twice what its place can submit. What recovery adds
// beyond it waits in Go memory: see place.push.
const dequeFactor = 2

func (m *mapping) tasks() int               { return m.places * m.slots }
func (m *mapping) placeAt(p, field int) int { return pageSize + p*m.stride + field }
func (m *mapping) slotAt(task int) int      { return m.arenaAt + task*slotSize }
func (m *mapping) homeOf(task int) int      { return task >> m.shift }

// head is what a task is. It is written before its word says queued, and stays while the
// word says anything but free.
//
//	bits 15..0 handler   bits 39..16 length of the payload   bits 59..40 block; 0: the slot
type head uint64

func headOf(handler, length int, block uint32) head {
	return head(uint64(handler&0xffff) | uint64(length&0xffffff)<<16 | uint64(block&incMask)<<40)
}

func (h head) handler() int  { return int(h & 0xffff) }
func (h head) length() int   { return int(h >> 16 & 0xffffff) }
func (h head) block() uint32 { return uint32(h >> 40 & incMask) }

func (m *mapping) head(task int) head {
	return head(binary.LittleEndian.Uint64(m.bytes(m.slotAt(task)+sHead, 8)))
}

func (m *mapping) setHead(task int, h head) {
	binary.LittleEndian.PutUint64(m.bytes(m.slotAt(task)+sHead, 8), uint64(h))
}

// resultHead stands before a result, in the slot or in a block: its length and kind.
func putResultHead(b []byte, kind outcomeKind, length int) {
	binary.LittleEndian.PutUint64(b, uint64(kind)<<32|uint64(length))
}

func resultHead(b []byte) (kind outcomeKind, length int) {
	v := binary.LittleEndian.Uint64(b)
	return outcomeKind(v >> 32), int(v & 0xffffffff)
}
