package policy

// Needless is how often in a row a steal was needless: the owner would have been done earlier without it.
type Needless uint8

// mostNeedless bounds how rarely stealing is tried again. Arbitrary.
const mostNeedless = 3

// After returns the number after one more.
func (n Needless) After() Needless { return min(n+1, mostNeedless) }

// Passes returns how many forks an owner lets pass after that before it answers a request for the
// newest one: 4, 16, 64. In the virtual machine room (docs/machine-room.md) an owner of tasks of 50 ns
// was 30 times as slow among 63 workers that looked for work as alone, and is 5 times as slow.
func (n Needless) Passes() int {
	if n == 0 {
		return 0
	}
	return 1 << (2 * n)
}
