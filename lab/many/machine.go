package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// topology says how processors share cores and memory, as far as Linux tells.
func topology(sys string) string {
	nodes, _ := filepath.Glob(filepath.Join(sys, "node", "node[0-9]*"))
	siblings, _ := filepath.Glob(filepath.Join(sys, "cpu", "cpu[0-9]*", "topology", "thread_siblings_list"))
	cores, sockets := map[string]bool{}, map[string]bool{}
	for _, name := range siblings {
		cores[read(name)] = true
		sockets[read(filepath.Join(filepath.Dir(name), "physical_package_id"))] = true
	}
	if len(siblings) == 0 {
		return "cores, sockets and memory are unknown"
	}
	return fmt.Sprintf("processors %d, cores %d, sockets %d, memories (NUMA) %d", len(siblings), len(cores), len(sockets), max(1, len(nodes)))
}

func read(name string) string {
	text, _ := os.ReadFile(name)
	return strings.TrimSpace(string(text))
}
