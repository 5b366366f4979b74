package main

func serialQuick(s []int) {
	if len(s) > 1 {
		m := divide(s)
		serialQuick(s[:m])
		serialQuick(s[m+1:])
	}
}

func serialMerge(h halves) {
	if n := len(h.s); n > 1 {
		m := n / 2
		serialMerge(halves{h.s[:m], h.buf[:m]})
		serialMerge(halves{h.s[m:], h.buf[m:]})
		mergeHalves(h, m)
	}
}
