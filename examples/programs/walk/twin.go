package main

// serial is the walk without forks.
func serial(e entry) (total, error) {
	if !e.dir {
		return count(e.path)
	}
	inside, err := list(e.path)
	if err != nil {
		return total{}, err
	}
	var sum total
	for _, sub := range inside {
		t, err := serial(sub)
		if err != nil {
			return total{}, err
		}
		sum = sum.plus(t)
	}
	return sum, nil
}
