// Command many measures skua on a machine with many processors, and says what the virtual machine room
// predicted for it:
//
//	go run -C lab ./many            # a table
//	go run -C lab ./many --report   # and a page, many.md, that can be sent
//
// It needs a clone, Go, and five minutes in which nothing else runs. Ten programs run with 1, 2, 4 …
// workers up to the number of processors, in turns; seven of them are the room's, of which it runs the
// same source (verify/room). What a machine's processors can do together, if they have nothing in common,
// is measured beside: two threads of a core are not twice as fast as one, and all processors not as fast
// as a single one. A sample beside which other programs had processors is told apart.
//
//	main.go     flags, and what is built
//	rows.go     the ten programs
//	measure.go  the turns, for as long as there is time
//	page.go     the table and the page
//	machine.go  threads of a core, sockets, memory
package main
