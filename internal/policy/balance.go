package policy

// Balance says when a worker tries to balance its queue of spawned tasks with
// another's, as Hendler and Shavit's initiation policies do (Non-blocking
// Steal-half Work Queues, PODC 2002, section 2.2.1).
type Balance uint8

const (
	BalanceEmpty  Balance = iota // when it has nothing: steal-on-empty
	BalanceChance                // between two tasks too, with probability 1 / its length
	BalanceChange                // between two tasks too, when its length changed by a factor since the last time
)

var balanceNames = []string{"empty", "chance", "change"}

// ParseBalance returns the policy of that name.
func ParseBalance(name string) (Balance, error) {
	i, err := pick("balance", name, balanceNames)
	return Balance(i), err
}

// factor is by how much a queue must have grown or shrunk since the last
// attempt: the least whole one.
const factor = 2

// Due reports whether a worker with a queue of length items, length > 0, should
// try to balance now, and remembers the attempt in m.
func (b Balance) Due(m *Memory, random uint64, length int) bool {
	due := false
	switch b {
	case BalanceChance:
		due = random>>33%uint64(length) == 0
	case BalanceChange:
		due = length >= factor*max(m.Length, 1) || factor*length <= m.Length
	}
	if due {
		m.Length = length
	}
	return due
}
