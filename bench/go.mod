module github.com/skua-go/skua/bench

go 1.26

require github.com/skua-go/skua v0.0.0

replace github.com/skua-go/skua => ../
