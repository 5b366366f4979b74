package forecast

// An agenda has the next event of each player, if there is one: a binary heap by time, then
// by player, in which each player knows its place.
type agenda struct {
	heap []entry
	at   []int // by player: its place in heap, or none
}

type entry struct {
	time   float64
	player int
}

func (e entry) before(f entry) bool {
	return e.time < f.time || e.time == f.time && e.player < f.player
}

// grow makes room for one more player.
func (a *agenda) grow() { a.at = append(a.at, none) }

// set moves the player's event to that time, or adds it.
func (a *agenda) set(player int, time float64) {
	i := a.at[player]
	if i == none {
		i = len(a.heap)
		a.heap = append(a.heap, entry{})
	}
	e := entry{time, player}
	a.heap[i] = e
	if !a.up(i, e) {
		a.down(i, e)
	}
}

// pop takes the earliest entry, or returns none.
func (a *agenda) pop() (player int, time float64) {
	if len(a.heap) == 0 {
		return none, 0
	}
	e := a.heap[0]
	a.remove(0)
	return e.player, e.time
}

func (a *agenda) remove(i int) {
	a.at[a.heap[i].player] = none
	last := len(a.heap) - 1
	e := a.heap[last]
	a.heap = a.heap[:last]
	if i < last && !a.up(i, e) {
		a.down(i, e)
	}
}

// up puts e where it belongs, from place i towards the root, and reports whether it moved.
func (a *agenda) up(i int, e entry) (moved bool) {
	for i > 0 && e.before(a.heap[(i-1)/2]) {
		a.put(i, a.heap[(i-1)/2])
		i, moved = (i-1)/2, true
	}
	a.put(i, e)
	return moved
}

func (a *agenda) down(i int, e entry) {
	for child := 2*i + 1; child < len(a.heap); child = 2*i + 1 {
		if child+1 < len(a.heap) && a.heap[child+1].before(a.heap[child]) {
			child++
		}
		if !a.heap[child].before(e) {
			break
		}
		a.put(i, a.heap[child])
		i = child
	}
	a.put(i, e)
}

func (a *agenda) put(i int, e entry) {
	a.heap[i] = e
	a.at[e.player] = i
}
