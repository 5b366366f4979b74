package server

// step is called between the steps of taking over and of leaving, with the name of the
// one that is done. Tests set it to end the process there, or to meddle; doc.go goes
// through the steps.
var step = func(done string) {}
