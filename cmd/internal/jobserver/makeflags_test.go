package jobserver

import "testing"

func TestAuth(t *testing.T) {
	for flags, want := range map[string]string{
		"":                           "",
		"k":                          "",
		" -j4":                       "",
		" -j4 --jobserver-auth=3,4":  "3,4",
		"ks -j4 --jobserver-fds=3,4": "3,4",
		" --jobserver-auth=3,4 -j8 --jobserver-auth=fifo:/tmp/GMfifo1": "fifo:/tmp/GMfifo1",
		` --jobserver-auth=fifo:/a\ b/GMfifo1 -k`:                      "fifo:/a b/GMfifo1",
		" --": "",
		"-j --jobserver-fds=6,7 --jobserver-auth=6,7":          "6,7",
		" -j2 -- A=--jobserver-auth=7,8 --jobserver-auth=9,10": "",
	} {
		if got := auth(flags); got != want {
			t.Errorf("%q: %q, want %q", flags, got, want)
		}
	}
}

func TestWithServer(t *testing.T) {
	for flags, want := range map[string]string{
		"":     " -j3 --jobserver-auth=5,6",
		"k":    "k -j3 --jobserver-auth=5,6",
		" -j8": " -j8 -j3 --jobserver-auth=5,6",
		" -j8 --jobserver-auth=3,4 -k --jobserver-fds=3,4": " -j8 -k -j3 --jobserver-auth=5,6",
		"k -- A=1 B=x\\ y ": "k -j3 --jobserver-auth=5,6 -- A=1 B=x\\ y",
		" -- A=1":           " -j3 --jobserver-auth=5,6 -- A=1",
	} {
		if got := withServer(flags, 3, "5,6"); got != want {
			t.Errorf("%q: %q, want %q", flags, got, want)
		}
	}
}
