package static

import (
	"strconv"
	"strings"
)

const identity = "identity"

// codings are the compressed forms that a file may have beside it, the smaller one first.
var codings = []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

// negotiate chooses among the variants of a file by the rules of RFC 9110, section 12.5.3: the highest quality that
// the client gives, and the smallest variant among equals. Without a header nothing is compressed. It returns false
// when the client refuses every variant.
func negotiate(header []string, variants map[string]variant) (coding string, ok bool) {
	if len(header) == 0 {
		return identity, true
	}
	weights := parseAcceptEncoding(strings.Join(header, ","))
	others, othersNamed := weights["*"]
	best := 0.0
	for _, c := range codings {
		if _, exists := variants[c.name]; !exists {
			continue
		}
		q, named := weights[c.name]
		if !named {
			q = others
		}
		if q > best {
			coding, best = c.name, q
		}
	}
	plain, plainNamed := weights[identity]
	if coding != "" && plain <= best {
		return coding, true
	}
	// The plain file needs no mention to be acceptable, but may be refused by name or with all others.
	if !plainNamed && othersNamed {
		plain, plainNamed = others, true
	}
	return identity, !plainNamed || plain > 0
}

// parseAcceptEncoding reads the quality of each content coding, in lower case. Elements that are not well-formed are
// left out; the first of several for the same coding counts.
func parseAcceptEncoding(header string) map[string]float64 {
	weights := map[string]float64{}
	for element := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(element, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "x-gzip" {
			name = "gzip"
		}
		if _, seen := weights[name]; seen || name == "" {
			continue
		}
		if q, ok := parseQuality(parameters); ok {
			weights[name] = q
		}
	}
	return weights
}

// parseQuality reads "q=0.5", a number from 0 to 1 with at most three decimals; nothing means 1.
func parseQuality(s string) (float64, bool) {
	s = strings.TrimSpace(s)
	if s == "" {
		return 1, true
	}
	if len(s) < 2 || s[0] != 'q' && s[0] != 'Q' || s[1] != '=' {
		return 0, false
	}
	s = s[2:]
	if len(s) == 0 || len(s) > len("0.000") || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	q, err := strconv.ParseFloat(s, 64)
	return q, err == nil && q <= 1
}
