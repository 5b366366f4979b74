// Command quick is the program of the README.
package main
