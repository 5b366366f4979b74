package sim

import "math"

// birth is how tasks come and go, apart from balancing.
type birth uint8

const (
	birthWalk     birth = iota // each generates u with probability Rate, or else consumes u
	birthUniform               // each changes by -u to u, all equally likely
	birthHot                   // Hot processors generate u each, all other ones consume u
	birthRich                  // those above the average generate u, those below consume u
	birthArrivals              // Hot processors share Rate × Processors new tasks, all consume u
	birthNone                  // nothing comes, nothing goes
)

var birthNames = []string{"walk", "uniform", "hot", "rich", "arrivals", "none"}

func parseBirth(name string) (birth, error) {
	i, err := pick("generate", name, birthNames)
	return birth(i), err
}

// season is what is the same for all processors in a step.
type season struct {
	rules
	average float64 // before the step
	rate    uint64  // below it a random number makes a walker generate
	whole   int64   // arrivals at each hot processor: this many,
	part    uint64  // and one more if a random number is below this
	from    int     // the first hot processor
}

func (r rules) season(step int, average float64) season {
	s := season{rules: r, average: average, rate: chance(r.Rate)}
	if r.birth == birthArrivals {
		each, part := math.Modf(r.Rate * float64(r.Processors) / float64(r.Hot))
		s.whole, s.part = int64(each), chance(part)
	}
	if r.birth == birthHot && r.Period > 0 {
		s.from = step / r.Period * r.Hot % r.Processors
	}
	return s
}

// hot reports whether p is one of those that generate.
func (s *season) hot(p int) bool {
	k := p - s.from
	if k < 0 {
		k += s.Processors
	}
	return k < s.Hot
}

// live returns how many tasks processor p generates and consumes, which had before tasks
// as the step began and has now tasks after balancing.
func (s *season) live(p int, before, now int64, random uint64) (born, died int64) {
	u := int64(s.Unit)
	grows := false
	switch s.birth {
	case birthWalk:
		grows = random < s.rate
	case birthUniform:
		d := int64(random>>33%uint64(2*u+1)) - u
		grows, u = d > 0, max(d, -d)
	case birthHot:
		grows = s.hot(p)
	case birthRich:
		grows = float64(before) > s.average || float64(before) == s.average && random>>63 == 0
	case birthArrivals:
		if s.hot(p) {
			if born = s.whole; random < s.part {
				born++
			}
		}
		return born, min(u, now+born)
	case birthNone:
		return 0, 0
	}
	if grows {
		return u, 0
	}
	return 0, min(u, now)
}
