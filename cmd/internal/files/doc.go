// Package files moves files to where items run, and what they made back.
//
//	ref.go      a file's name and content, by hash
//	hasher.go   hashes of files, each read once
//	plan.go     which files an item takes along, and what may come back
//	words.go    which words of a command name files, and their names in a sandbox
//	store.go    a directory of contents by hash, of bounded size
//	evict.go    what goes when a store is full
//	sandbox.go  a directory of its own for an item, with its inputs
//	changed.go  what the item made or changed there
//	landing.go  where that arrives, whole or not at all
//
// A Planner on the machine of the submitter makes the Plan of an item. The host makes a Sandbox of
// the Plan: below one directory it has the same paths as the submitter's machine, as far as the
// item knows them. So the names of inputs that are relative, with .. or without, mean the same
// there; absolute ones in the words of the command get the sandbox's directory in front. After the
// run, what is new or changed in the sandbox goes to a Landing at the submitter, under the path
// that it has below the sandbox.
//
// A content is sent to a host at most once: it is named by its SHA-256, and checked against that
// where it arrives. What comes back is written to a temporary file beside its place and renamed, so
// a file is whole or absent, and a second execution of the same item is harmless.
//
// The two sides do not trust each other with names. A sandbox and a landing are entered through
// os.Root, which follows no symbolic link out of them; a landing refuses every name that
// Plan.Allows does not allow.
package files
