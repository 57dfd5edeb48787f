package static

import (
	"strings"
	"testing"
)

func TestNegotiate(t *testing.T) {
	all := map[string]variant{identity: {}, "br": {}, "gzip": {}}
	plainOnly := map[string]variant{identity: {}}
	for _, test := range []struct {
		name     string
		header   []string
		variants map[string]variant
		want     string // "" means refused
	}{
		{"no header", nil, all, identity},
		{"empty header", []string{""}, all, identity},
		{"a browser", []string{"gzip, deflate, br, zstd"}, all, "br"},
		{"several header lines", []string{"gzip", "br"}, all, "br"},
		{"gzip only", []string{"gzip"}, all, "gzip"},
		{"old name", []string{"x-gzip"}, all, "gzip"},
		{"letter case", []string{"GZip;Q=0.5"}, all, "gzip"},
		{"blanks", []string{" gzip ; q=0.5 , br ; q=0.2 "}, all, "gzip"},
		{"quality decides", []string{"br;q=0.5, gzip;q=0.8"}, all, "gzip"},
		{"equals: the smaller one", []string{"gzip;q=0.5, br;q=0.5"}, all, "br"},
		{"refused coding", []string{"br;q=0, gzip"}, all, "gzip"},
		{"any", []string{"*"}, all, "br"},
		{"any but one", []string{"br;q=0, *"}, all, "gzip"},
		{"others less", []string{"gzip, *;q=0.1"}, all, "gzip"},
		{"plain preferred", []string{"identity, br;q=0.5"}, all, identity},
		{"plain as good", []string{"identity, br"}, all, "br"},
		{"plain named, less", []string{"identity;q=0.5, gzip;q=0.6"}, all, "gzip"},
		{"unknown coding", []string{"zstd"}, all, identity},
		{"nothing compressed", []string{"br, gzip"}, plainOnly, identity},
		{"plain refused", []string{"identity;q=0, gzip"}, all, "gzip"},
		{"plain refused, nothing else", []string{"identity;q=0"}, all, ""},
		{"all refused", []string{"*;q=0"}, all, ""},
		{"all others refused", []string{"identity, *;q=0"}, all, identity},
		{"plain refused where nothing is compressed", []string{"br, *;q=0"}, plainOnly, ""},
		{"quality not well-formed", []string{"br;q=2, gzip;q=0.5"}, all, "gzip"},
		{"foreign parameter", []string{"br;level=11, gzip"}, all, "gzip"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, ok := negotiate(test.header, test.variants)
			if !ok {
				got = ""
			}
			if got != test.want {
				t.Errorf("negotiate(%q) = %q, want %q", test.header, got, test.want)
			}
		})
	}
}

func TestParseQuality(t *testing.T) {
	for text, want := range map[string]float64{"": 1, "q=1": 1, "q=0.5": 0.5, "Q=0.125": 0.125, "q=0": 0, " q=1.000 ": 1, "q=0.": 0} {
		if got, ok := parseQuality(text); !ok || got != want {
			t.Errorf("parseQuality(%q) = %v, %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"q", "q=", "q=-1", "q=1.5", "q=0.1234", "q=1e-1", "q=NaN", "q=.", "q=0x1", "x=1", "q=1;x"} {
		if got, ok := parseQuality(text); ok {
			t.Errorf("parseQuality(%q) = %v, want it refused", text, got)
		}
	}
}

func FuzzAcceptEncoding(f *testing.F) {
	for _, seed := range []string{"", "gzip, deflate, br", "br;q=0.5,gzip;q=0.8,*;q=0", "identity;q=0", ";,;q=", "*;q=0.001"} {
		f.Add(seed)
	}
	all := map[string]variant{identity: {}, "br": {}, "gzip": {}}
	f.Fuzz(func(t *testing.T, header string) {
		weights := parseAcceptEncoding(header)
		for name, q := range weights {
			if q < 0 || q > 1 {
				t.Errorf("quality of %q is %v, outside 0 to 1", name, q)
			}
			if strings.ContainsAny(name, ",;") {
				t.Errorf("the name %q holds a separator", name)
			}
		}
		coding, ok := negotiate([]string{header}, all)
		q, named := weights[coding]
		if ok && named && q == 0 {
			t.Errorf("chose %q, which %q refuses", coding, header)
		}
		if ok && coding != identity && !named && weights["*"] == 0 {
			t.Errorf("chose %q, which %q does not name", coding, header)
		}
		if !ok && coding != identity {
			t.Errorf("refused, but answered %q", coding)
		}
	})
}
