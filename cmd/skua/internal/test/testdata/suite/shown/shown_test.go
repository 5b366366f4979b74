package shown

import (
	"flag"
	"testing"
)

var show = flag.String("show", "", "what to log")

func TestShow(t *testing.T)  { t.Log("shown: "+*show, flag.Args()) }
func TestCount(t *testing.T) {}
