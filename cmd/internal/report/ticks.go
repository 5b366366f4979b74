package report

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// fixed are ticks that are known in advance.
type fixed []plot.Tick

func (f fixed) Ticks(_, _ float64) []plot.Tick { return f }

// scale sets the range of an axis so that it shows the values, and its ticks.
// From zero it starts if the values come near, or must: bars grow from it.
func scale(a *plot.Axis, log, fromZero bool, values []float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	switch {
	case len(values) == 0:
		low, high = 1, 10
	case log && low == high:
		low, high = low/2, high*2
	case !log && low == high && low != 0:
		low, high = min(low, 0), max(high, 0)
	case !log && low == high:
		high = 1
	}
	if log {
		scaleLog(a, low, high, fromZero, values)
		return
	}
	if fromZero || low >= 0 && low < high*0.6 {
		low = min(low, 0)
	}
	step := niceStep((high - low) / 6)
	a.Min, a.Max = math.Floor(low/step+1e-9)*step, math.Ceil(high/step-1e-9)*step
	if a.Max-high < (high-low)/50 {
		a.Max += step / 4
	}
	var ticks fixed
	first, last := int(math.Ceil(a.Min/step-1e-9)), int(math.Floor(a.Max/step+1e-9)) // NOT: floats, which count from -0
	for i := first; i <= last; i++ {
		v := float64(i) * step
		ticks = append(ticks, plot.Tick{Value: v, Label: tickText(v, step)})
	}
	a.Tick.Marker = ticks
}

// niceStep is the next 1, 2 or 5 times a power of ten.
func niceStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// tickText writes v with as many decimals as step needs.
func tickText(v, step float64) string {
	if big := math.Abs(v); big >= 1e7 || step < 1e-4 && v != 0 {
		exp := math.Floor(math.Log10(big) + 1e-12)
		return strconv.FormatFloat(v/math.Pow(10, exp), 'g', 3, 64) + "·10" + super(int(exp))
	}
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	return thousands(strconv.FormatFloat(v, 'f', decimals, 64))
}

// scaleLog sets a logarithmic axis. Ticks are at powers of two if all values are,
// else at powers of ten, and between them if there are few.
func scaleLog(a *plot.Axis, low, high float64, bars bool, values []float64) {
	pad := math.Pow(high/low, 0.03)
	a.Min, a.Max = low/pad, high*pad
	if bars { // they stand on a power of ten below the lowest, and have room for text
		a.Min = math.Pow(10, math.Ceil(math.Log10(low)-1e-9)-1)
		a.Max = high * math.Pow(high/a.Min, 0.06)
	}
	var ticks fixed
	if powersOfTwo(values) && !bars {
		every := int(math.Ceil(math.Log2(high/low) / 10))
		for e := int(math.Log2(low)); e <= int(math.Log2(high)); e++ {
			t := plot.Tick{Value: math.Ldexp(1, e)}
			if every <= 1 || e%every == 0 {
				t.Label = twoText(e)
			}
			ticks = append(ticks, t)
		}
		a.Tick.Marker = ticks
		return
	}
	decades := math.Log10(a.Max / a.Min)
	powers := a.Max >= 1e5 || a.Min < 1e-3 // all ticks alike
	every := max(1, int(math.Ceil(decades/8)))
	for e := int(math.Floor(math.Log10(a.Min))); e <= int(math.Ceil(math.Log10(a.Max))); e++ {
		for m := 1.0; m < 10; m++ {
			t := plot.Tick{Value: m * math.Pow(10, float64(e))}
			if t.Value < a.Min*(1-1e-9) || t.Value > a.Max*(1+1e-9) {
				continue
			}
			between := decades < 1 || decades < 2.5 && (m == 2 || m == 5)
			if m == 1 && e%every == 0 || m > 1 && between {
				t.Label = logText(t.Value, e, powers)
			}
			ticks = append(ticks, t)
		}
	}
	a.Tick.Marker = ticks
}

// powersOfTwo reports whether the values are that, and not too close for ticks.
func powersOfTwo(values []float64) bool {
	low, high := math.Inf(1), 0.0
	for _, v := range values {
		if frac, _ := math.Frexp(v); frac != 0.5 || v < 1 {
			return false
		}
		low, high = min(low, v), max(high, v)
	}
	return high >= 4*low
}

// twoText writes small powers of two as numbers, which everybody knows.
func twoText(e int) string {
	if e <= 10 {
		return thousands(strconv.Itoa(1 << e))
	}
	return "2" + super(e)
}

// logText writes the tick v, of the power e of ten. Where powers are written, 1 to
// 100 are numbers all the same.
func logText(v float64, e int, powers bool) string {
	if !powers || 0 <= e && e < 3 {
		return thousands(strconv.FormatFloat(v, 'f', max(0, -e), 64))
	}
	m := math.Round(v / math.Pow(10, float64(e)))
	if m == 1 {
		return "10" + super(e)
	}
	return strconv.Itoa(int(m)) + "·10" + super(e)
}
