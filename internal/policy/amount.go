package policy

// Amount says how many spawned tasks a thief takes at once, from queues that can
// give more than one.
type Amount uint8

const (
	AmountHalf Amount = iota // of the difference between victim and thief, at most: steal-half
	AmountOne
)

var amountNames = []string{"half", "one"}

// ParseAmount returns the policy of that name.
func ParseAmount(name string) (Amount, error) {
	i, err := pick("amount", name, amountNames)
	return Amount(i), err
}
