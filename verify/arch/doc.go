// Package arch holds no code, only tests: the rules of the house, checked on
// the tree itself. Nobody imports it.
//
//	floors_test.go   a package imports only packages of lower floors
//	modules_test.go  the root requires nothing; every module is wired the same way
//	core_test.go     the library stays free of net/http, expvar and testing
//	facade_test.go   few exported names, each with an Example that runs
//	api_test.go      what programs can name is what verify/api.txt says
//	comment_test.go  package comments of at most 400 words
//	atomics_test.go  every publishing atomic says what it is ordered against
//	blocks_test.go   a Go block of a document is compiled, a flag of the tool is one
//	links_test.go    no dead link, no unknown paper, in documents or comments
//	decisions_test.go each decision has a status, the same in the index
//	named_test.go    a test that a document names exists
//	hygiene_test.go  doc.go in every package, no Skip that is not listed
//	patience_test.go no sleep and no short deadline in tests that is not listed
//	patient_test.go  those that are, with their reasons
//	listing_test.go  the root reads like a table of contents
//	filemap_test.go  a doc.go that lists its package's files lists them all
//	pointers_test.go comments point at files, names, rules and parts that exist
//	scenarios_test.go an interleaving that a comment argues against names its scenario
//	map_test.go      ARCHITECTURE.md is short, and a change touches few files
//	sizes_test.go    packages, files and functions that one can read
//	terms_test.go    the words of docs/terms.md, and none that they replace
//	prose_test.go    comments within 110 columns, and none of some phrases
//	tree_test.go     reading the tree: modules, packages, files
//
// A rule is a function from a tree to a list of complaints. Each has two tests:
// one runs it on this repository and expects no complaint, the other (a control)
// runs it on a small tree with a planted fault and expects exactly that one, so
// that a rule which has gone blind is noticed. The repository is read in-process;
// only core_test.go calls the go command.
package arch
