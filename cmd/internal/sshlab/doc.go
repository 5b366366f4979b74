// Package sshlab starts sshds on this machine for tests of what goes over ssh. It is for tests
// of the packages in cmd only.
package sshlab
