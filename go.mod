module github.com/skua-go/skua

go 1.26
