package main

func serial(t task) (sum int) {
	if t.depth == 0 || t.lost() {
		return 1
	}
	for _, n := range t.moves() {
		sum += serial(n)
	}
	return sum
}
