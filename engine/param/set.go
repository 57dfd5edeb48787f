package param

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// MaxRanges is how many numbers and ranges one text may have.
const MaxRanges = 1000

// Range is the whole numbers from From to To, both included.
type Range struct{ From, To int64 }

// Set is a set of whole numbers: those of any of its ranges, which ascend and do not touch each other. The range from
// UnknownNumber to UnknownNumber stands for what has no number.
type Set []Range

// UnknownNumber is the number of what has none: a job of an unknown user.
const UnknownNumber = -1

// unknownWord is what a text has for it.
const unknownWord = "unknown"

// Range is the index of the range that n is in, -1 if it is in none. O(log ranges).
func (s Set) Range(n int64) int {
	i, _ := slices.BinarySearchFunc(s, n, func(one Range, n int64) int { return cmp.Compare(one.To, n) })
	if i < len(s) && s[i].From <= n {
		return i
	}
	return -1
}

// String is the text that reads as s: "3, 7-12, 20-".
func (s Set) String() string {
	words := make([]string, len(s))
	for i, one := range s {
		switch {
		case one.To == UnknownNumber:
			words[i] = unknownWord
		case one.From == one.To:
			words[i] = strconv.FormatInt(one.From, 10)
		case one.To == math.MaxInt64:
			words[i] = fmt.Sprintf("%d-", one.From)
		default:
			words[i] = fmt.Sprintf("%d-%d", one.From, one.To)
		}
	}
	return strings.Join(words, ", ")
}

// MarshalJSON writes the text, as a scenario has it.
func (s Set) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

// readSet reads a text of numbers and ranges of them with commas between. bad is the part that is none, "" if the
// text as a whole is not what p accepts.
func (p *Param) readSet(text string) (s Set, bad string, ok bool) {
	parts := strings.Split(text, ",")
	if len(parts) > MaxRanges {
		return nil, "", false
	}
	for _, part := range parts {
		one, ok := p.readRange(strings.TrimSpace(part))
		if !ok {
			return nil, part, false
		}
		s = append(s, one)
	}
	slices.SortFunc(s, func(a, b Range) int { return cmp.Compare(a.From, b.From) })
	merged := s[:1]
	for _, one := range s[1:] {
		last := &merged[len(merged)-1]
		if last.To == UnknownNumber && one.From != UnknownNumber || last.To != math.MaxInt64 && one.From > last.To+1 {
			merged = append(merged, one)
			continue
		}
		last.To = max(last.To, one.To)
	}
	return merged, "", true
}

// readRange reads one number, two with a hyphen, a dash or two dots between, or one and a hyphen: that and all above.
func (p *Param) readRange(text string) (Range, bool) {
	if p.Unknown && text == unknownWord {
		return Range{UnknownNumber, UnknownNumber}, true
	}
	from, to, several := strings.Cut(strings.NewReplacer("..", "-", "–", "-").Replace(text), "-")
	one := Range{To: math.MaxInt64}
	var ok bool
	if one.From, ok = p.readNumber(from); !ok {
		return one, false
	}
	switch {
	case !several:
		one.To = one.From
	case strings.TrimSpace(to) != "":
		if one.To, ok = p.readNumber(to); !ok {
			return one, false
		}
	}
	return one, one.From <= one.To
}

// readNumber reads a number between the bounds of p.
func (p *Param) readNumber(text string) (int64, bool) {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 63)
	return int64(n), err == nil && float64(n) >= p.Min && float64(n) <= p.Max
}

// acceptsSet says in words what the text of a Set may be.
func (p *Param) acceptsSet() string {
	example := `"3, 7-12, 20-"`
	if p.Unknown {
		example += ` or "unknown"`
	}
	return fmt.Sprintf("up to %d whole numbers from %s to %s%s or ranges of them with commas between, such as %s, are accepted",
		MaxRanges, format(p.Min), format(p.Max), space(p.Unit), example)
}

// SetPattern is what the text of a Set looks like, as a regular expression; unknown says that the word may stand in it.
func SetPattern(unknown bool) string {
	one := `[0-9]+\s*((-|–|\.\.)\s*[0-9]*)?`
	if unknown {
		one = `(unknown|` + one + `)`
	}
	return `^\s*` + one + `\s*(,\s*` + one + `\s*)*$`
}
