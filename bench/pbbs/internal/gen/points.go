package gen

import "math"

// A Point has two coordinates.
type Point struct{ X, Y float64 }

// A Point3 has three coordinates.
type Point3 struct{ X, Y, Z float64 }

// SAFETY: float64(…) around a product keeps a compiler from contracting it with a sum, on
// processors that can, so that the points are the same on all of them.

func (p Point) length() float64 { return math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y)) }

func (p Point3) length() float64 {
	return math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y) + float64(p.Z*p.Z))
}

func symmetric(i uint64) float64 { return float64(2*Unit(i)) - 1 }

func inCube(i uint64) Point {
	return Point{symmetric(i), symmetric(i + Hash64(i))}
}

func inCube3(i uint64) Point3 {
	second := i + Hash64(i)
	return Point3{symmetric(i), symmetric(second), symmetric(2*i + Hash64(second))}
}

func inSphere(i uint64) Point {
	for j := uint64(0); ; j++ {
		if p := inCube(Hash64(j) + i); p.length() <= 1 {
			return p
		}
	}
}

func inSphere3(i uint64) Point3 {
	for j := uint64(0); ; j++ {
		if p := inCube3(Hash64(j) + i); p.length() <= 1 {
			return p
		}
	}
}

func onSphere(i uint64) Point {
	p := inSphere(i)
	l := p.length()
	return Point{p.X / l, p.Y / l}
}

func onSphere3(i uint64) Point3 {
	p := inSphere3(i)
	l := p.length()
	return Point3{p.X / l, p.Y / l, p.Z / l}
}

func kuzmin(i uint64) Point {
	p := onSphere(i)
	s := Unit(Hash64(i))
	r := math.Sqrt(1/float64((1-s)*(1-s)) - 1)
	return Point{p.X * r, p.Y * r}
}

func many[P any](n int, f func(uint64) P) []P {
	a := make([]P, n)
	for i := range a {
		a[i] = f(uint64(i))
	}
	return a
}

// InCube returns n points of the square from -1 to 1: 2DinCube.
func InCube(n int) []Point { return many(n, inCube) }

// InSphere returns n points of the unit disk: 2DinSphere.
func InSphere(n int) []Point { return many(n, inSphere) }

// OnSphere returns n points of the unit circle: 2DonSphere.
func OnSphere(n int) []Point { return many(n, onSphere) }

// Kuzmin returns n points that are dense in the middle: 2Dkuzmin.
func Kuzmin(n int) []Point { return many(n, kuzmin) }

// InCube3 returns n points of the cube from -1 to 1: 3DinCube.
func InCube3(n int) []Point3 { return many(n, inCube3) }

// InSphere3 returns n points of the unit ball: 3DinSphere.
func InSphere3(n int) []Point3 { return many(n, inSphere3) }

// OnSphere3 returns n points of the unit sphere: 3DonSphere.
func OnSphere3(n int) []Point3 { return many(n, onSphere3) }
