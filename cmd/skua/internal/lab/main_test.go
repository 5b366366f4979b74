package lab

import (
	"os"
	"testing"

	"github.com/skua-go/skua/cmd/skua/internal/tooltest"
)

func TestMain(m *testing.M) {
	if os.Getenv(plantedLab) != "" {
		experiments = plantedExperiments
	}
	tooltest.Main(m, Command)
}
