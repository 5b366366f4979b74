package trace

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// sentence puts a verdict into words; the first n of its causes are the machine's.
func (r *Report) sentence(v Verdict, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%.2f× of %s", v.SpeedUp, r.workersWords())
	if v.Beyond != 0 {
		fmt.Fprintf(&b, " and %.2f that callers and spares ran beside them", v.Beyond)
	}
	if v.AtMost {
		b.WriteString(" at most")
	}
	if r.Live {
		b.WriteString(" so far")
	}
	if n > 0 {
		given := v.given() - taken(v.Causes[:n])
		fmt.Fprintf(&b, ", or %.2f× on the time that it had", v.SpeedUp*v.given()/max(given, v.SpeedUp, 0.01))
	}
	b.WriteString(". ")
	if n > 0 {
		b.WriteString(r.busyWords(v.Causes[:n]))
	}
	b.WriteString(r.lostWords(v, n))
	if v.AtMost {
		b.WriteString(" Slow memory is not told from work here.")
	}
	return b.String() + r.otherPools()
}

// otherPools says that not all that the program did is in the report, and what that may be.
func (r *Report) otherPools() string {
	if r.OtherPools == 0 {
		return ""
	}
	were := "were"
	if r.OtherPools == 1 {
		were = "was"
	}
	text := fmt.Sprintf(" Calls came into %s more, which %s not recorded", plural(int64(r.OtherPools), "pool"), were)
	if b := r.beside(); b > 0.1*r.Account.Capacity {
		text += ": goroutines beside this one ran for " + duration(b)
	}
	return text + "."
}

// workersWords says how many workers might run, and when that changed.
func (r *Report) workersWords() string {
	switch n := len(r.Resized); n {
	case 0:
		return strconv.Itoa(r.Workers)
	case 2:
		return fmt.Sprintf("%.1f (the pool had %s until %s, and then %d)", r.places(),
			plural(int64(r.Resized[0].Workers), "worker"), duration(r.Resized[1].At), r.Resized[1].Workers)
	default:
		return fmt.Sprintf("%.1f on average (the pool was resized %d times)", r.places(), n-1)
	}
}

// busyWords says what others took, before anything else is said.
func (r *Report) busyWords(machine []Named) string {
	said := fmt.Sprintf("%s. What follows is not sure below %.2f. ", list(machine), unsure*taken(machine))
	if machine[0].Cause == Limited {
		return "This container had used up its processor time: " + strings.Replace(said, containersLimit, "its limit", 1)
	}
	return "This machine was busy: " + said
}

// taken is what others took, in ×.
func taken(machine []Named) (sum float64) {
	for _, n := range machine {
		sum += n.Lost
	}
	return sum
}

// lostWords says what else was lost, or that there is nothing to do.
func (r *Report) lostWords(v Verdict, n int) string {
	causes, opening := v.Causes[n:], "Lost: "
	if n > 0 {
		opening = "Of what was left: "
	}
	said := []string{}
	if len(causes) > 0 {
		said = append(said, list(causes))
	}
	if words := r.wellDone(v, n); words != "" {
		said = append(said, words)
	}
	if v.Rest != 0 {
		said = append(said, fmt.Sprintf("the rest %.2f", v.Rest))
	}
	text := strings.Join(said, "; ")
	if len(causes) == 0 && n == 0 {
		return strings.ToUpper(text[:1]) + text[1:] + "."
	}
	return opening + text + "."
}

// wellDone says that no cause is the program's, if so.
func (r *Report) wellDone(v Verdict, n int) string {
	given := v.given()
	for _, c := range v.Causes {
		if ofTheProgram(c.Cause) {
			return ""
		}
		given -= c.Lost
	}
	used := 100 * v.SpeedUp / given
	switch {
	case used < 90 && n > 0:
		return "no cause is sure"
	case used < 90:
		return fmt.Sprintf("no cause takes %.1f %% or more", 100*namedFrom)
	case n > 0:
		return fmt.Sprintf("nothing of yours, %.0f %% of it was used", math.Min(100, used))
	case v.AtMost:
		return fmt.Sprintf("nothing of yours that shows: %.0f %% of what %d processors can give", math.Min(100, used), v.Workers)
	}
	return fmt.Sprintf("nothing of yours: %.0f %% of what %d processors can give", math.Min(100, used), v.Workers)
}

func list(all []Named) string {
	said := make([]string, len(all))
	for i, n := range all {
		said[i] = fmt.Sprintf("%.2f to %s", n.Lost, n.Words)
	}
	return strings.Join(said, "; ")
}
