# Everything here is also a plain command; CI runs .ci/run.

.DEFAULT_GOAL := help
.PHONY: help quick test race explore model faults mutants arch api lint vet format tags simd newest platforms release release-check count bench compare bench-native bench-run bench-report ci night

STATICCHECK := bin/staticcheck
STATICCHECK_VERSION := v0.8.2
# The newest Go, beside that of go.mod: make newest tests with it, and gofmt of both knows the syntax of all files.
NEWEST_GO := go1.27.3
GOFMT = $(shell GOTOOLCHAIN=$(NEWEST_GO) go env GOROOT)/bin/gofmt
GO_FILES = $(shell find . -name '.?*' -prune -o -name '*.go' -print)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

# What links into a program that uses skua.
CORE = . ./par/... ./strand ./span ./deque ./schedule ./steals $(addprefix ./internal/,crew fork loop loop/cost loop/tray spawn sched sleep indices tally roster policy direct replay views views/left park self)

# The tests of par and schedule, half a minute, are for who has changed them.
QUICK = $(filter-out ./par/... ./schedule,$(CORE)) $(foreach dir,par schedule,$(shell git diff --quiet HEAD -- $(dir) || echo ./$(dir)/...))

quick: ## every minute: vet of the core and its tests in short form; what has not changed is cached
	go vet $(CORE)
	go test -short -vet=off $(QUICK)

test: ## every change: the tests of the root, and of each other module that depends on what changed
	go test ./...
	go run ./verify/ladder -only '^test: ' landing

race: ## all tests of all modules under the race detector
	go test -race work

explore: ## every interleaving of small cases, on the real code; planted faults
	go run ./verify/explore

model: ## every schedule of the cluster's leases (spin); each rule left out once
	@cluster/model/check.sh

faults: ## clusters of processes under random faults: minutes; root for network and disk
	go run ./cluster/internal/faults $(FAULTS)

mutants: ## small changes of the core, each against its tests: hours, see docs/CONTRIBUTING.md
	nice -n 19 go run ./verify/mutate $(MUTATE)

arch: ## the rules of the house: floors, documents, facade, notes
	go test -count=1 ./verify/arch

api: ## write verify/api.txt, the names that programs can use, as the tree has them
	go test -count=1 -run 'TestAPI$$' ./verify/arch -api

lint: $(STATICCHECK) format ## gofmt; what go vet and skua-vet look for, with each build tag; staticcheck
	@mkdir -p bin; go build -o bin/targets.$$$$ ./vet/internal/targets && mv bin/targets.$$$$ bin/targets # two may run at a time
	bin/targets
	bin/targets -tags invariants $(CHECKED)
	bin/targets -tags counters ./deque/...
	bin/targets -tags crashpoints ./cluster/shm/...
	bin/targets -tags asynq ./bench/cluster
	bin/targets -tags nolab ./cmd/skua
	GOEXPERIMENT=simd bin/targets ./par
	$(STATICCHECK) work

vet: ## go vet itself, which knows what the functions of libraries do: minutes, for it compiles these
	go vet work
	go vet -tags invariants $(CHECKED)
	go vet -tags counters ./deque/...
	go vet -tags crashpoints ./cluster/shm/...
	go vet -tags asynq ./bench/cluster
	go vet -tags nolab ./cmd/skua
	GOEXPERIMENT=simd go vet ./par

format: ## what gofmt would change
	@bad=$$($(GOFMT) -l $(GO_FILES)) || exit 1; [ -z "$$bad" ] || { echo "gofmt -l:"; echo "$$bad"; exit 1; }

$(STATICCHECK): Makefile
	@mkdir -p bin; to=$$(mktemp -d bin/new.XXXX) && GOBIN=$(CURDIR)/$$to go install honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK_VERSION) && mv $$to/staticcheck $@ && rmdir $$to

# Tests of tags are in short form, but for the night.
SHORT = -short
# What is other code with the tag invariants.
CHECKED = . ./deque/... ./span/... $(addprefix ./internal/,behaviour/... indices sleep line crew fork loop spawn sched stuck roster)

tags: ## tests with each build tag: invariants of the core, counts of the deques, kills at named points
	go test -count=1 -vet=off $(SHORT) -tags invariants $(CHECKED)
	go test -count=1 -vet=off -tags crashpoints ./cluster/shm/internal/torture
	go test -count=1 -vet=off -tags counters,invariants -run 'Count|Family|Example' ./deque/...

simd: ## tests of par with the vectors of GOEXPERIMENT=simd
	GOEXPERIMENT=simd go test -count=1 -vet=off -short -run 'Vectors|Sum|Min|Max|Index|Contains|Fuzz|Example' ./par

newest: ## the newest Go: what goes by the runtime's inner workings, and files that want that Go
	.ci/newest $(NEWEST_GO)

platforms: ## other processors, systems and settings of the runtime, in short form
	.ci/platforms

release-check: ## the modules of HEAD, installed as others would from a proxy
	.ci/release-check $(RELEASE)

release: ## the tools for six platforms, with SBOMs and checksums, in bin/release
	.ci/release

count: ## instructions per fork beyond the serial function (valgrind)
	@internal/count/count.sh

bench: ## every benchmark of the root module, ten times, for benchstat
	go test -run '^$$' -bench . -benchmem -count 10 ./...

compare: ## skua of BASE (a Git revision) and of today in turns: ratios
	go run ./bench compare $(or $(BASE),HEAD) $(CASES)

bench-native: ## build the native rivals of bench/ that can be built here
	@$(MAKE) --no-print-directory -C bench/native

bench-run: bench-native ## skua beside its rivals, 30 minutes: a quiet machine please
	go run ./bench run --full --out bench-results.json

bench-report: ## bench/docs/benchmarks.md from bench-results.json
	go run ./bench report bench-results.json

ci: ## what CI runs: steps whose inputs passed before are skipped
	.ci/run

night: ## every check in full, whatever passed before: hours
	.ci/run night
