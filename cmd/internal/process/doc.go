// Package process runs commands on this machine: each in a process group of its own, its output
// in a spool, with a deadline, and with what it used.
//
//	host.go          this machine as a batch.Host
//	run.go           one command, from its start to its outcome
//	program.go       which file a program's name means, found once
//	environ.go       the environment of a command
//	refusal.go       why a command did not start, as a shell's exit code
//	kill.go          ending a process with all its descendants
//	stop_unix.go     Ctrl-Z: stop and continue what runs
//	child_linux.go   start, wait and signal on Linux …
//	child_unix.go    … on other Unix systems
//	child_other.go   … elsewhere
//	members_linux.go which processes are left in a group
//
// What it costs: a process is started by syscall.ForkExec, which waits in vfork until the program
// runs, and it is waited for in the system by its goroutine's thread. There is no pipe and no
// goroutine for a command, nothing is looked up twice, and /dev/null is opened once.
//
// NOT: package os/exec. It starts two goroutines and opens two pipes for output that is not a
// file, opens /dev/null and a pidfd for each command, sorts the environment, and looks the
// program up each time: about 75 µs of processor time more for each command.
//
// NOT: a pidfd in the runtime's poller, so that no thread waits. It needs four more system calls
// for each command, and a slot has a thread anyway while its program starts.
//
// # Which processes are killed
//
// A command is the leader of a process group, whose number is its own. At a timeout or an
// interrupt the group gets SIGTERM (and SIGCONT, because a stopped process cannot end), and what is
// left of it after Grace gets SIGKILL. A descendant that made a group or a session of its own
// is not found: daemons do that on purpose. What a command leaves in the background when it ends
// by itself goes on, as under a shell.
//
// The number of a group stays taken while the leader is a zombie. On Linux the leader is
// therefore reaped last, when its group is dead, so no signal can reach a stranger that got the
// number later. Elsewhere there is an instant in which that is possible.
//
// If skua itself is killed by SIGKILL, it cannot kill its commands. On Linux the kernel then
// sends SIGTERM to the leaders of the groups (PR_SET_PDEATHSIG), not to their descendants. The
// kernel means the death of the thread that started a process. Go's runtime ends a thread only if
// a goroutine ends that was locked to it, so no goroutine of a program that uses this package
// may end with runtime.LockOSThread in force.
package process
