// Command bench measures skua beside its rivals, in one run.
package main

func main() {}
