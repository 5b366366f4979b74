// Package idle makes a process give way to the owner of its machine: it lowers the
// process's priority and says when the owner of the machine needs it. Only package
// cluster imports it.
//
//	watch.go   when a guest rests and resumes, from readings of a Meter: pure
//	meter*.go  how much processor time the owner has used: Linux's /proc/stat
//	lower*.go  the lowest priority, for every thread of the process
//
// # Whose time counts
//
// The owner's load is the processor time that the whole machine spends at ordinary
// priority, less what this process spends in the kernel. Time in user mode at a raised
// nice value is left out: this guest's, that of other guests, which must not drive
// each other away, and what the owner started with nice(1), which goes before a
// guest by itself. Keyboard and mouse are not watched: no interface for that is common
// to X11, Wayland, consoles and remote sessions.
//
// NOT: /proc/pressure/cpu. It tells how long anybody waited for a processor, and a
// guest that has more runnable threads than it gets processors waits all the time.
//
// NOT: the load average. It follows a change with a delay of a minute.
package idle
