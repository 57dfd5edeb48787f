package draft

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/ui/phrase"
)

// An instant is edited as people write it, a date or a time since zero; a scenario has it in seconds. In a table its words stand in one
// cell although blanks are between them.

// Clock reads instants.
type Clock interface {
	Read(text string) (engine.Time, error)
}

// clock is that by which instants in the field of p at path are read, nil if it has none.
func (f Form) clock(d *Draft, path string, p *param.Param) Clock {
	if f.Clock == nil || !HasInstants(p) {
		return nil
	}
	return f.Clock(d, path)
}

// HasInstants says whether a parameter is an instant, or a table in which there are some.
func HasInstants(p *param.Param) bool {
	return p.Instant || slices.ContainsFunc(p.Columns, func(q param.Param) bool { return q.Instant })
}

// readNumber is text as the JSON of a number of p: an instant that the clock reads, a length of time in its own units, or a number as
// such. What is none of these is a JSON string.
func readNumber(p *param.Param, text string, clock Clock) (json.RawMessage, error) {
	if json.Valid([]byte(text)) {
		return json.RawMessage(text), nil
	}
	if p.Instant && clock != nil {
		t, err := clock.Read(text)
		if err != nil {
			return nil, err
		}
		return json.RawMessage(phrase.Number(t.Seconds())), nil
	}
	return phrase.ReadAmount(text, p.Unit), nil
}

// wordsOfInstant is how many of the words at the beginning of a line make one instant: 2024-03-05 14:30, 5 Mar 2024, 3 d 12:00.
func wordsOfInstant(words []string) int {
	word := func(i int) string {
		if i < len(words) {
			return strings.ToLower(words[i])
		}
		return ""
	}
	n := 1
	switch {
	case strings.Count(word(0), "-") == 2:
	case word(0) == "day" && isWhole(word(1)), isWhole(word(0)) && word(1) == "d":
		n = 2
	case strings.HasSuffix(word(0), "d") && isWhole(strings.TrimSuffix(word(0), "d")):
	case isWhole(word(0)) && isMonth(word(1)) && isWhole(word(2)), isMonth(word(0)) && isWhole(word(1)) && isWhole(word(2)):
		n = 3
	default:
		return 1
	}
	if strings.Contains(word(n), ":") {
		n++
	}
	return n
}

func isWhole(text string) bool {
	_, err := strconv.ParseUint(text, 10, 64)
	return err == nil
}

// isMonth says whether a text in small letters begins as the name of a month.
func isMonth(text string) bool {
	const months = "jan feb mar apr may jun jul aug sep oct nov dec"
	return len(text) >= 3 && strings.Contains(months, text[:3])
}

// inSeconds is a list of instants, values of a sweep, with those in seconds that are something else and the clock reads. Ranges stay.
func inSeconds(list string, clock Clock) string {
	separator := ","
	if strings.Contains(list, ";") {
		separator = ";"
	}
	parts := strings.Split(list, separator)
	for i, part := range parts {
		if json.Valid([]byte("[" + strings.Join(strings.Fields(part), ",") + "]")) {
			continue // numbers
		}
		if t, err := clock.Read(part); err == nil {
			parts[i] = phrase.Number(t.Seconds())
		}
	}
	return strings.Join(parts, separator)
}

// unlessOwn is the unit of a text that is a number; one that is an instant, or a length of time with units, needs none.
func unlessOwn(text, unit string) string {
	if unit == "s" && !json.Valid([]byte(text)) {
		return ""
	}
	return unit
}

// WithUnit is a text of a field with its unit, unless it has its own: "90 s", "2 h".
func WithUnit(text, unit string) string { return phrase.Join(" ", text, unlessOwn(text, unit)) }
