module github.com/skua-go/skua/bench

go 1.26.0

require github.com/skua-go/skua v0.0.0

require (
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/panjf2000/ants/v2 v2.12.1 // indirect
	github.com/sourcegraph/conc v0.3.0 // indirect
	github.com/spf13/cobra v1.10.2 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	golang.org/x/sync v0.24.0 // indirect
)

replace github.com/skua-go/skua => ../
