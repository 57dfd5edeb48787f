package phrase

import (
	"encoding/json"
	"fmt"
	"strings"
)

// ReadAmount is a number of the unit as JSON: commas may divide its thousands, and a time
// in seconds may have units of its own, such as "1 h". Any other text is a JSON string.
func ReadAmount(text, unit string) json.RawMessage {
	text = Ungrouped(text)
	if unit == "s" && !json.Valid([]byte(text)) {
		if t, err := ParseSpan(text); err == nil {
			return json.RawMessage(Number(t.Seconds()))
		}
	}
	return json.RawMessage(JSON(text))
}

// Ungrouped is text without the commas that divide the thousands of its numbers.
func Ungrouped(text string) string {
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

// ReadComma is the text of a number with a decimal point, and without commas that divide thousands. Where one comma may be either, the
// number is refused unless it is to be whole.
func ReadComma(text string, whole bool) (string, error) {
	ungrouped, decimal := Ungrouped(text), strings.Replace(text, ",", ".", 1)
	point := strings.Contains(text, ".")
	switch commas := strings.Count(text, ","); {
	case commas == 1 && !point && (ungrouped == text || strings.HasPrefix(text, "0,")):
		return decimal, nil
	case commas == 1 && !point && !whole:
		return "", fmt.Errorf("may be %s or %s: write one of them", ungrouped, decimal)
	}
	return ungrouped, nil
}

// AmbiguousComma says whether a comma of a list may as well divide thousands.
func AmbiguousComma(list string) bool { return Ungrouped(list) != list }

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

// JSON is text itself if it is JSON, else text as a JSON string.
func JSON(text string) string {
	if json.Valid([]byte(text)) {
		return text
	}
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(raw)
}
