package trace

// Verdict says where the speed-up of a recording went. SpeedUp, the Lost of all Causes and Rest
// are rounded to hundredths so that together they are exactly Workers, or Mean, and Beyond. With one worker,
// or if there is a Refusal, only Sentence is to be read.
type Verdict struct {
	Sentence string  `json:"sentence"`
	SpeedUp  float64 `json:"speed_up"` // in ×
	Workers  int     `json:"workers"`
	Causes   []Named `json:"causes"`            // those that the sentence names: the machine's if it was busy, then by size
	Mean     float64 `json:"mean,omitempty"`    // workers on average, if the pool was resized
	Rest     float64 `json:"rest"`              // all other losses, in ×
	Beyond   float64 `json:"beyond,omitempty"`  // what callers, and spares for tasks in Blocking, ran beside the workers, in ×
	AtMost   bool    `json:"at_most,omitempty"` // nothing is known of how much slower work was than alone: SpeedUp may be less
	Refusal  string  `json:"refusal,omitempty"` // why there is no verdict
}

// Named is a loss that a Verdict names.
type Named struct {
	Cause Cause   `json:"cause"`
	Lost  float64 `json:"lost"`         // in ×: seconds of the loss for each second of the recording
	Site  int     `json:"site"`         // where most of it was: index in Report.Sites, or -1
	At    string  `json:"at,omitempty"` // the name of that call site
	Share float64 `json:"share"`        // how much of the loss was there: 0 to 1
	Words string  `json:"words"`        // what the sentence says of it
}

// Losses from which on a cause is named, as shares of the capacity. What the machine does
// varies from run to run, so small losses by it mean nothing.
const (
	namedFrom        = 0.025
	machineNamedFrom = 0.05
	mostNamed        = 3
	unsure           = 0.1 // of what others took on a busy machine: as much may be booked on another cause
)

// String returns the sentence.
func (v Verdict) String() string { return v.Sentence }

// Verdict puts the report into words: the speed-up, and what was lost to which cause, where, and
// by which evidence. It names causes from 2.5 % of the capacity on, those of the machine from
// 5 %, at most three; and it says so if the recording does not allow a verdict.
func (r *Report) Verdict() Verdict {
	v := Verdict{Workers: r.Workers, SpeedUp: r.Account.SpeedUp, Causes: []Named{}}
	if v.Refusal = r.refusal(); v.Refusal != "" {
		v.Sentence = v.Refusal
		return v
	}
	if r.Workers == 1 {
		v.Sentence = r.oneWorker() + r.otherPools()
		return v
	}
	v.AtMost = r.Account.Inflation == 0 && r.Account.Serial == 0
	machine, rest := r.named()
	v.Causes = append(append(v.Causes, machine...), rest...)
	v.round(r)
	v.Sentence = r.sentence(v, len(machine))
	return v
}

// named returns the losses to name: those by other programs and the container's limit if one of
// them is the largest of all, and the others that are large enough, and then sure.
func (r *Report) named() (machine, rest []Named) {
	busy, least := r.busy(), 0.0
	if busy {
		least = unsure * (r.Account.loss(Others) + r.Account.loss(Limited))
	}
	for _, l := range r.largestFirst() {
		switch {
		case !r.large(l) || l.Seconds < least:
		case busy && byOthers(l.Cause):
			machine = append(machine, r.name(l))
		case len(rest) < mostNamed:
			rest = append(rest, r.name(l))
		}
	}
	return machine, rest
}

// busy reports whether the largest loss of all is what others took of the processors.
func (r *Report) busy() bool {
	all := r.largestFirst()
	return len(all) > 0 && byOthers(all[0].Cause) && r.large(all[0])
}

// large reports whether a loss is large enough to be named.
func (r *Report) large(l Loss) bool {
	from := namedFrom
	if l.Cause == Others || l.Cause == Memory {
		from = machineNamedFrom
	}
	return l.Seconds >= from*r.Account.Capacity
}

// byOthers reports whether a cause is outside of the program.
func byOthers(c Cause) bool { return c == Others || c == Limited }

// ofTheProgram reports whether whoever wrote the program can do something about a cause.
func ofTheProgram(c Cause) bool { return !byOthers(c) && c != Measuring }

func (r *Report) name(l Loss) Named {
	n := Named{Cause: l.Cause, Lost: l.Seconds / r.Seconds, Site: -1}
	if len(l.Sites) > 0 && l.Sites[0].Site >= 0 && l.Sites[0].Site < len(r.Sites) && !byOthers(l.Cause) && l.Cause != Measuring {
		worst := l.Sites[0]
		n.Site, n.At, n.Share = worst.Site, r.Sites[worst.Site].Name, min(1, worst.Seconds/l.Seconds)
	}
	n.Words = r.words(n, l)
	return n
}
