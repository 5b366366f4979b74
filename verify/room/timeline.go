package room

// Step is a part of what Measure has measured: how many processors, on average, were in each phase in it, and
// how many of those that run did the program's own work.
type Step struct {
	From Time
	In   [phases]float64
	Work float64
}

// working is the program's own work, beside the phases.
const working = int(phases)

// timeline sums up what threads did in each step since begun.
type timeline struct {
	step, begun Time
	in          [][phases + 1]Time
}

func (l *timeline) begin(now Time) { l.begun, l.in = now, nil }

// add adds a time of a thread, in which it did what.
func (l *timeline) add(what int, from, to Time) {
	if l.step == 0 {
		return
	}
	for from, to = max(from-l.begun, 0), to-l.begun; from < to; {
		k := int(from / l.step)
		for k >= len(l.in) {
			l.in = append(l.in, [phases + 1]Time{})
		}
		end := min(to, Time(k+1)*l.step)
		l.in[k][what] += end - from
		from = end
	}
}

// Timeline returns the steps of what was measured last, if Config.Step says how long they are. What a
// thread does when it is asked is not in it.
func (r *Room) Timeline() []Step {
	var steps []Step
	for k, sum := range r.timeline.in {
		s := Step{From: Time(k) * r.timeline.step, Work: float64(sum[working]) / float64(r.timeline.step)}
		for phase := range s.In {
			s.In[phase] = float64(sum[phase]) / float64(r.timeline.step)
		}
		steps = append(steps, s)
	}
	return steps
}
