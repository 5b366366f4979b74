package policy

// Amount says how many spawned tasks a thief takes at once from a queue that can give
// more than one.
type Amount uint8

const (
	AmountHalf Amount = iota // half of what the victim has more than the thief, at most: steal-half
	AmountOne
)

var amountNames = []string{"half", "one"}

// ParseAmount returns the policy of that name.
func ParseAmount(name string) (Amount, error) {
	i, err := pick("amount", name, amountNames)
	return Amount(i), err
}
