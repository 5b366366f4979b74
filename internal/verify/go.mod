module github.com/skua-go/skua/internal/verify

go 1.26

require github.com/skua-go/skua v0.1.0

require (
	github.com/anishathalye/porcupine v1.3.1
	go.uber.org/goleak v1.3.0
	pgregory.net/rapid v1.3.0
)
