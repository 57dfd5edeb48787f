package ui

import (
	"encoding/json"
	"strings"
)

// readAmount is a number of the unit as JSON: commas may divide its thousands, and a time
// in seconds may have units of its own, such as "1 h". Any other text is a JSON string.
func readAmount(text, unit string) json.RawMessage {
	text = ungrouped(text)
	if unit == "s" && !json.Valid([]byte(text)) {
		if t, err := parseSpan(text); err == nil {
			return json.RawMessage(number(t.Seconds()))
		}
	}
	return json.RawMessage(rawText(text))
}

// ungrouped is text without the commas that divide the thousands of its numbers.
func ungrouped(text string) string {
	var b strings.Builder
	digits := 0 // right before i
	for i := range len(text) {
		if text[i] == ',' && dividesThousands(text, i, digits) {
			digits = 0
			continue
		}
		b.WriteByte(text[i])
		if digits++; !isDigit(text[i]) {
			digits = 0
		}
	}
	return b.String()
}

// ambiguousComma says whether a comma of a list may as well divide thousands.
func ambiguousComma(list string) bool { return ungrouped(list) != list }

// dividesThousands says whether the comma at i has a few digits before it and exactly
// three after it.
func dividesThousands(text string, i, before int) bool {
	after := 0
	for i+1+after < len(text) && isDigit(text[i+1+after]) {
		after++
	}
	return 1 <= before && before <= 3 && after == 3
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
