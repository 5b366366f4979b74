// Package record makes recordings of a pool: where the time of all its workers goes, and which lines
// of the program it goes to. Its report is a [trace.Report].
//
//	recording, err := record.Start(pool, record.Config{})
//	…
//	fmt.Println(recording.Stop().Verdict())
//
// It is a package of its own, so that a program that records nothing does not have in it what writes
// reports: that is some 0.9 MB.
//
// A program with this package in it records itself if the environment has SKUA_TRACE=name.json or
// SKUA_TRACE=name.html: the first pool that a call enters, until a call enters one with more workers,
// from then on that one. The file is written when the last call has left the pool, and each second
// while calls are inside, but not within twenty times as long as writing takes: calls that end right
// before the program does may be missing. Import the package for that alone,
//
//	import _ "github.com/skua-go/skua/trace/record"
//
// or leave the program as it is and build it with -tags skua_record, as the command skua why does.
package record
