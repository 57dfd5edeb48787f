package hostlist

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestExpand(t *testing.T) {
	for list, want := range map[string]string{
		"a":                         "a",
		"n[01-03,07],login":         "n01 n02 n03 n07 login",
		"n[9-11]":                   "n9 n10 n11",
		"g[1-2]-[a,b]":              "g1-a g1-b g2-a g2-b",
		"[1-2]x,y":                  "1x 2x y",
		"n[3,1]":                    "n3 n1",
		"n[1-999999999]":            "more than 1000 hosts; up to so many are accepted",
		"n[1-500],m[1-501]":         "more than 1000 hosts; up to so many are accepted",
		"n[1-9][1-99][1-9]":         "more than 1000 hosts; up to so many are accepted",
		"n[1-3":                     "a bracket that is not closed",
		"n[[1]]":                    "a bracket that is not closed",
		"n]":                        "the name of a host, or a list such as n[01-16,20], is accepted",
		"":                          "the name of a host, or a list such as n[01-16,20], is accepted",
		"a,,b":                      "the name of a host, or a list such as n[01-16,20], is accepted",
		"n[3-1]":                    "a range such as 01-16, of numbers with up to 9 digits, is accepted",
		"n[0000000001-2]":           "a range such as 01-16, of numbers with up to 9 digits, is accepted",
		"n[]":                       "a range such as 01-16 is accepted",
		strings.Repeat("n", 300):    "a name of more than 255 characters",
		strings.Repeat("n[1]", 300): "a name of more than 255 characters",
	} {
		names, err := Expand(list, 1000)
		got := strings.Join(names, " ")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", list, got, want)
		}
	}
	if names, err := Expand("n[1-1000]", 1000); len(names) != 1000 || err != nil {
		t.Errorf("%d names of 1000, %v", len(names), err)
	}
}

func TestCompress(t *testing.T) {
	var n16 []string
	for i := range 16 {
		n16 = append(n16, fmt.Sprintf("n%02d", i+1))
	}
	for _, c := range []struct {
		names []string
		want  string
	}{
		{n16, "n[01-16]"},
		{nil, ""},
		{[]string{"a"}, "a"},
		{[]string{"n9", "n10", "n12"}, "n[9-10,12]"},
		{[]string{"n1", "n2", "n01", "n02"}, "n[1-2],n[01-02]"},
		{[]string{"n3", "n2", "n2"}, "n[3,2,2]"},
		{[]string{"n1", "gpu1", "gpu2", "n2"}, "n1,gpu[1-2],n2"},
		{[]string{"g1-a", "g1-b"}, "g1-a,g1-b"},
		{[]string{"n12345678901", "n12345678902"}, "n12345678901,n12345678902"},
		{[]string{"n99", "n100"}, "n[99-100]"},
	} {
		if got := Compress(c.names); got != c.want {
			t.Errorf("%q: %s, want %s", c.names, got, c.want)
		}
	}
}

// Every list is refused, or has so many names at most, which a shorter list gives back.
func FuzzExpand(f *testing.F) {
	for _, list := range []string{"n[01-16,20],gpu[1-2]-[a,b]", "n[1-999999999]", "n1,n2,n01,m,n9,n10", "[[]]", "a[1-2][0-9]x", "-[1--2]", "0[09-10]"} {
		f.Add(list)
	}
	f.Fuzz(func(t *testing.T, list string) {
		const most = 500
		names, err := Expand(list, most)
		if err != nil {
			return
		}
		if len(names) > most || len(names) == 0 {
			t.Fatalf("%q: %d names", list, len(names))
		}
		short := Compress(names)
		if again, err := Expand(short, most); err != nil || !slices.Equal(again, names) {
			t.Fatalf("%q: %q, of which come %q, %v", names, short, again, err)
		}
	})
}
