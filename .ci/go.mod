// Checks: who gets the library does not get them. A folder with a go.mod is no part of the module around it.
module github.com/skua-go/skua/ci

go 1.26.0
