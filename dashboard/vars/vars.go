package vars

import (
	"expvar"

	"github.com/skua-go/skua"
)

// Of returns the pool's Stats as a variable, to publish under a name:
//
//	expvar.Publish("skua", vars.Of(pool))
//
// It is a JSON object with the names of the fields of skua.Stats, read anew each time that
// somebody looks. A variable that is published holds the pool, also a closed one, as long as the
// program runs. Of panics if the pool is nil or a zero value. Safe for concurrent use.
func Of(pool *skua.Pool) expvar.Var {
	pool.Workers() // panics here and not in the handler
	return expvar.Func(func() any { return pool.Stats() })
}
