// Package dashboard shows in a browser what the workers of a program do while it runs: an
// http.Handler for the reports of a recording, and a page, which comes with it and loads nothing
// from elsewhere.
//
// The handler only reads. It answers GET and HEAD, and only requests that name this machine as
// their host, or a host of Config.Hosts: so no other site that the browser shows can reach it.
//
//	page     /            and its scripts and styles
//	stream   /events      frames as server-sent events, four a second
//	frame    /frame.json  the newest frame
//	report   /report.json the whole trace.Report
//
// A frame (Frame) is all that the page shows. It has a bounded size, whatever the program does,
// and does not depend on frames before it: so a reader that was away, or is too slow for all of
// them, misses nothing by going on with the newest. Frames are made only while somebody looks.
//
// # Files
//
//	dashboard.go  New, Config and the handler: which path is what
//	guard.go      who may ask, and what every answer says to the browser
//	listen.go     a server of its own, for programs that have none
//	static.go     the page's files, which are in the folder static
//
//	stream.go     the events of one client
//	feed.go       makes frames while there are clients, and tells them
//	watch.go      … and asks the cluster meanwhile
//
//	frame.go      what a frame consists of
//	cluster.go    … what it says of a cluster, and of how far the program is
//	make.go       a frame of a report
//	columns.go    … its columns of time
//	shares.go     … what each worker did, in letters
//	fit.go        … and how it is made small enough
package dashboard
