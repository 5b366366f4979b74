package schedule

import (
	"fmt"

	"github.com/skua-go/skua/internal/direct"
)

// Option changes what Explore does.
type Option func(c *config)

type config struct {
	count int
	seed  uint64
	same  any // func(a, b R) bool, or nil

	limits direct.Limits
}

// many is how many schedules there are if no option says it.
const many = 100

func newConfig(options []Option) config {
	c := config{count: many, limits: direct.Usual}
	for k, o := range options {
		if o == nil {
			panic(fmt.Sprintf("schedule: Explore needs options, but number %d is nil", k))
		}
		o(&c)
	}
	return c
}

// Count makes Explore run the program n times in all; 100 if it is not given. It panics if n is below 4:
// the serial schedule, which runs twice, and the two in which all is stolen.
func Count(n int) Option {
	if n < 4 {
		panic(fmt.Sprintf("schedule: Count(%d) is less than 4: the serial schedule twice, and two in which all is stolen", n))
	}
	return func(c *config) { c.count = n }
}

// Seed makes Explore draw other schedules. Without it each run of the test has the same ones.
func Seed(seed uint64) Option { return func(c *config) { c.seed = seed } }

// Equal makes Explore compare results with same, which reports whether a and b are results of one
// determinate program: if the order of a slice does not matter, for example. Explore panics if its
// program returns another type. It panics if same is nil.
func Equal[R any](same func(a, b R) bool) Option {
	if same == nil {
		panic("schedule: Equal needs a function, not nil")
	}
	return func(c *config) { c.same = same }
}
