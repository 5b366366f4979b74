//go:build skua_record

package sched

import _ "github.com/skua-go/skua/internal/record" // with this tag each program has in it what records
