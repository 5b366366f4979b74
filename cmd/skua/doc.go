// Command skua shows and measures the work-stealing scheduler of
// github.com/skua-go/skua.
//
// Data goes to standard output, messages go to standard error. The exit code is
// 0 if all went well, 1 if some items or the output failed, 2 for a usage error, 3
// if nothing could start, 130 after SIGINT, 143 after SIGTERM and 129 after SIGHUP; a second
// signal kills.
//
// # Size
//
// On linux/amd64 with Go 1.26 the tool has 53.0 MB; go install -ldflags='-s -w' leaves out what debuggers
// need: 38.7 MB; with -tags nolab too, without skua lab, it has 25.3 MB. The laboratory's 13.3 MB are
// figures, of which fonts are 4.4, and claims. Of the rest a NATS server in the process, for batches on a
// cluster without one, weighs most: a tool with that one command and the same flags has 4.1 MB for test,
// 5.0 for why, 7.1 for top, 9.6 for hash, 10.0 for run, 20.9 for cluster, and 22 for images, worker and each.
//
// # Where things are
//
// This package is a table with a row for each command, main.go, but for lab.go, which a tag leaves out. The
// rest is in three trees:
//
//	skua/internal/NAME    the command skua NAME: flags, messages, what is printed
//	skua/internal/root    runs the command that the arguments name
//	skua/internal/dash    --dashboard of the commands that take long
//	internal/cli          what the commands share: exit codes, progress, output, signals, places
//	internal/NAME         the engines: what is done
//
// The engines of hash, images and each have the names of their commands. No file imports both:
// commands are imported by this package, and by main_test.go of commands whose tests run others.
// Everywhere else the name means the engine.
//
// # The engines
//
//	nodes   remote             hosts of a batch: a cluster and its handlers; machines by ssh
//	process images             hosts of a batch: commands of this machine; pictures
//	each    picture            command lines as GNU parallel makes them; decodes, resizes, encodes
//	inputs  template           what each is made of: inputs are read; they are put into a command
//	batch   files  jpegscale   slots, joblog, retries, output; files; JPEGs decoded smaller
//	wire                       what messages between machines are written in
//	hash    report  clusterlab of skua hash; of skua lab: its reports, its real cluster
//	gotest  testgroups of skua test: runs go test; runs one test binary for it
//	photo   sshlab  browser    test data; sshds and browsers of this machine for tests. The tool
//	                           imports none of them, nor causes: programs that waste processors
//
// Each imports only engines of lines below its own.
//
// # Where do I change ...
//
//   - change what skua why says: package trace of the root module; what it finds: internal/account
//     there; a program that it must be right about: internal/causes.
//   - change how reports look: internal/report: internal/report/style.go, internal/report/page.html.
//   - read another kind of picture: internal/picture/format.go for how its files begin, its decoder
//     in internal/picture/decode.go and internal/picture/header.go, what that allocates in
//     internal/picture/memory_decode.go.
//   - run the items of a batch somewhere else: a batch.Host (internal/batch/host.go) in a package of
//     its own, as internal/remote/host.go; its flag in skua/internal/each/hosts.go and
//     skua/internal/images/hosts.go.
//   - change how a batch retries, halts, logs or prints: its file of internal/batch, which
//     internal/batch/doc.go lists.
//   - add a flag of GNU parallel that makes command lines: internal/each/flags.go, then
//     internal/inputs if it is about inputs, internal/template if about replacement strings, else
//     internal/each/plan.go; examples beside GNU parallel's in skua/internal/each/testdata.
//   - add what a name or a size of `skua images` may say: internal/images/template.go,
//     internal/picture/geometry.go.
//   - let skua test know a flag of go test: its row in internal/gotest/flags.go, and its name in
//     internal/testgroups/args.go if a package may run in groups with it.
//   - change which files travel with a command and back: internal/files/plan.go;
//     internal/files/words.go for names in its words.
//
// bench, a module of its own, has a small main function like that of package root. It cannot
// import packages of this module that are internal, and its messages and exit codes are its own.
package main
