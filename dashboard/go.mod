module github.com/skua-go/skua/dashboard

go 1.26.0

require github.com/skua-go/skua v0.1.0
