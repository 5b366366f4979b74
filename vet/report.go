package vet

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

var sprintf = fmt.Sprintf

// related points at a second place, if it has a position.
func related(pos token.Pos, text string) []analysis.RelatedInformation {
	if !pos.IsValid() {
		return nil
	}
	return []analysis.RelatedInformation{{Pos: pos, Message: text}}
}
