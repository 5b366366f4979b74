// Command skua-vet finds mistakes in the use of skua, and tasks of other bounded pools
// that submit to their own pool. Alone or under go vet:
//
//	skua-vet ./...
//	go vet -vettool=$(which skua-vet) ./...
//
// skua-vet help lists what it looks for, and skua-vet help NAME says what it does not
// see. The documentation of package vet has both too.
package main

import (
	"github.com/skua-go/skua/vet"
	"golang.org/x/tools/go/analysis/multichecker"
)

func main() { multichecker.Main(vet.Analyzers()...) }
