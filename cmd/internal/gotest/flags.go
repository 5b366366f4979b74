package gotest

// A kind is what a flag of go test means here. A flag that is not listed is one of the test binary.
type kind struct {
	isBool   bool // needs no value
	list     bool // go list needs it to find the same packages
	plain    bool // with it go test runs as it is: nothing is ordered, divided or learnt
	uncached bool // with it go test keeps no results, see go help test
	whole    bool // with it a package runs whole
	part     bool // with it a package does not run all its tests, so its time says nothing
}

// The kinds have every flag of go test and go build.
var kinds = map[string]kind{
	"C": {}, "p": {}, "o": {plain: true}, "c": {isBool: true, plain: true}, "n": {isBool: true, plain: true},
	"a": {isBool: true}, "x": {isBool: true}, "v": {isBool: true}, "json": {isBool: true}, "work": {isBool: true},
	"race": {isBool: true, list: true}, "msan": {isBool: true, list: true}, "asan": {isBool: true, list: true},
	"tags": {list: true}, "mod": {list: true}, "modfile": {list: true}, "overlay": {list: true}, "compiler": {list: true},
	"buildvcs": {isBool: true}, "trimpath": {isBool: true}, "modcacherw": {isBool: true}, "linkshared": {isBool: true},
	"asmflags": {}, "buildmode": {}, "gccgoflags": {}, "gcflags": {}, "installsuffix": {}, "ldflags": {}, "pgo": {},
	"pkgdir": {}, "toolexec": {}, "exec": {}, "vet": {},
	"cover": {isBool: true}, "covermode": {}, "coverpkg": {}, "coverprofile": {},
	"count": {uncached: true}, "cpu": {}, "failfast": {isBool: true}, "fullpath": {isBool: true}, "parallel": {},
	"short": {isBool: true}, "timeout": {}, "outputdir": {}, "run": {part: true}, "skip": {part: true},
	"list": {plain: true}, "bench": {plain: true}, "benchmem": {isBool: true, uncached: true}, "benchtime": {},
	"fuzz": {plain: true}, "fuzztime": {uncached: true}, "fuzzminimizetime": {uncached: true},
	"shuffle":   {uncached: true, whole: true},
	"artifacts": {isBool: true, uncached: true, whole: true}, "trace": {uncached: true, whole: true},
	"blockprofile": {uncached: true, whole: true}, "blockprofilerate": {uncached: true, whole: true},
	"cpuprofile": {uncached: true, whole: true}, "memprofile": {uncached: true, whole: true},
	"memprofilerate": {uncached: true, whole: true}, "mutexprofile": {uncached: true, whole: true},
	"mutexprofilefraction": {uncached: true, whole: true},
}
