package geometry

import (
	"math"
	"math/big"

	"github.com/skua-go/skua/bench/pbbs/internal/gen"
)

// turns is positive if a, b and c turn left, negative if right, and 0 if they lie on a line, exactly.
func turns(a, b, c gen.Point) float64 {
	x, y := (b.X-a.X)*(c.Y-a.Y), (b.Y-a.Y)*(c.X-a.X)
	const most = 4e-16 // of rounding, relative to the sum of the products
	if d := x - y; math.Abs(d) > most*(math.Abs(x)+math.Abs(y)) {
		return d
	}
	p, q := apart(b, a), apart(c, a)
	return float64(minus(times(p.x, q.y), times(p.y, q.x)).Sign())
}

// encloses is positive if d lies within the circle through a, b and c, which turn left, and negative if
// outside, exactly.
func encloses(a, b, c, d gen.Point) float64 {
	ax, ay, bx, by, cx, cy := a.X-d.X, a.Y-d.Y, b.X-d.X, b.Y-d.Y, c.X-d.X, c.Y-d.Y
	a2, b2, c2 := ax*ax+ay*ay, bx*bx+by*by, cx*cx+cy*cy
	det := a2*(bx*cy-by*cx) + b2*(cx*ay-cy*ax) + c2*(ax*by-ay*bx)
	const most = 2e-15
	all := a2*(math.Abs(bx*cy)+math.Abs(by*cx)) + b2*(math.Abs(cx*ay)+math.Abs(cy*ax)) + c2*(math.Abs(ax*by)+math.Abs(ay*bx))
	if math.Abs(det) > most*all {
		return det
	}
	p, q, r := apart(a, d), apart(b, d), apart(c, d)
	sum := plus(times(p.square(), q.cross(r)), plus(times(q.square(), r.cross(p)), times(r.square(), p.cross(q))))
	return float64(sum.Sign())
}

// precision is enough for the exact predicates of points whose coordinates are between 2^-60 and 2^60,
// or 0: products of four of them.
const precision = 1024

// An exact is a difference of two points, without rounding.
type exact struct{ x, y *big.Float }

func apart(a, b gen.Point) exact {
	return exact{minus(exactly(a.X), exactly(b.X)), minus(exactly(a.Y), exactly(b.Y))}
}

func (p exact) square() *big.Float       { return plus(times(p.x, p.x), times(p.y, p.y)) }
func (p exact) cross(q exact) *big.Float { return minus(times(p.x, q.y), times(p.y, q.x)) }
func exactly(x float64) *big.Float       { return fresh().SetFloat64(x) }
func fresh() *big.Float                  { return new(big.Float).SetPrec(precision) }
func times(x, y *big.Float) *big.Float   { return fresh().Mul(x, y) }
func plus(x, y *big.Float) *big.Float    { return fresh().Add(x, y) }
func minus(x, y *big.Float) *big.Float   { return fresh().Sub(x, y) }
