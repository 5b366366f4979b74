package peer

// rivals are the libraries with a file of their own.
var rivals = []Peer{}
