// Package shm lets the processes of one machine steal tasks from each other through a
// shared file mapping, for tasks too small for a broker.
package shm
