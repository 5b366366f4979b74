// Command mutate changes the core a little, one place at a time, and asks whether
// the tests notice:
//
//	go run ./verify/mutate                      # all of it; hours: make mutants
//	go run ./verify/mutate -list -pkg deque     # what would be tried
//	go run ./verify/mutate -sample 100          # a hundred of each package
//	go run ./verify/mutate -run abp.go:136      # those of one line
//	go run ./verify/mutate -retry               # the survivors once more
//
// A mutant is one change by one of the rules in rules.go: two neighbouring stores
// swapped, a call dropped, a comparison shifted. It is compiled by way of
// `go test -overlay`, so that no file of the tree is touched, and goes through the
// stages of its package, the cheapest first, until one of them fails: then it is
// killed. A run that takes many times longer than on the clean tree is a hang, and
// a kill. A mutant that does not compile is not counted; one whose test binaries
// are those of the clean tree changes nothing. A test that fails on the clean
// tree is left out, which the log says.
//
// A survivor is a hole in the tests, unless survivors.txt gives the reason why no
// test can see it. The results go to a file, one line of JSON each; a mutant that
// stands there is not tried again.
//
//	rules.go, rules_*.go  what is changed      stages.go     which tests, in which order
//	find.go               where                build.go      overlay, test binary
//	mutant.go             one change           run.go        one stage
//	pick.go               which are tried      try.go        one mutant, all stages
//	survivors.go, .txt    reasons              results.go    the file of results
//	report.go             the score            main.go       flags
package main
