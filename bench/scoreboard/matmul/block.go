package main

const block = 32 // of this side or less is not divided

// addProduct adds the product of two blocks of n by n to a third. A row's end and the next one's
// begin are side numbers apart.
func addProduct(c, a, b []int32, n, side int) {
	if n == block && vectors {
		addBlock(&c[0], &a[0], &b[0], side)
		return
	}
	for i := range n {
		sums := c[i*side:][:n]
		for k, x := range a[i*side:][:n] {
			for j, y := range b[k*side:][:n] {
				sums[j] += x * y
			}
		}
	}
}
