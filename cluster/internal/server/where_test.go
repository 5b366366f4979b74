package server

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for where, want := range map[string]Where{
		"":                                 {Kind: Alone},
		"alone:data":                       {Kind: Alone, Dir: "data"},
		"alone:/var/a,b":                   {Kind: Alone, Dir: "/var/a,b"},
		"./data":                           {Kind: Shared, Dir: "./data"},
		"/var/skua":                        {Kind: Shared, Dir: "/var/skua"},
		"nats://h":                         {Kind: External, URL: "nats://h"},
		"nats://u:p@h:4222/":               {Kind: External, URL: "nats://u:p@h:4222"},
		"nats://u:a%2Cb@h":                 {Kind: External, URL: "nats://u:a%2Cb@h"},
		"tls://a:1, tls://b:2,c:3":         {Kind: External, URL: "tls://a:1,tls://b:2,tls://c:3"},
		"nats://[::1]:4222,127.0.0.1:4223": {Kind: External, URL: "nats://[::1]:4222,nats://127.0.0.1:4223"},
	} {
		got, err := Parse(where)
		if err != nil || got != want {
			t.Errorf("Parse(%q) = %+v, %v; want %+v", where, got, err, want)
		}
		if again, err := Parse(got.String()); !strings.Contains(where, "@") && (err != nil || again != got) {
			t.Errorf("Parse(%q) = %+v, %v; want %+v as before String", got, again, err, got)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for where, why := range map[string]string{
		"data":                  "./data",
		"alone:":                "names no directory",
		"http://h":              "neither nats nor tls",
		"nats://":               "no host",
		"nats://h,":             "no host",
		"nats://a,tls://b":      "mixed",
		"nats://h/path":         "more than host and port",
		"nats://h:port":         "no URL",
		"nats://u:secret@h/x":   "more than host and port",
		"ws://u:se@cret@h:1?q=": "neither nats nor tls",
	} {
		got, err := Parse(where)
		if err == nil {
			t.Errorf("Parse(%q) = %+v, want an error", where, got)
			continue
		}
		for _, text := range []string{"cluster: ", why, "allowed are"} {
			if !strings.Contains(err.Error(), text) {
				t.Errorf("Parse(%q): %v; want it to say %q", where, err, text)
			}
		}
		if strings.Contains(err.Error(), "cret") {
			t.Errorf("Parse(%q): %v; want no password", where, err)
		}
	}
}
