package main

func serial(n int) (found int) {
	for i := range n {
		if prime(i) {
			found++
		}
	}
	return found
}
