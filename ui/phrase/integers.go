package phrase

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// A list of whole numbers is edited as a text such as "20, 20, 40", in a cell of a table as
// "20+20+40".

// IntegersText is raw with the separator between its numbers; raw itself if it is no list.
func IntegersText(raw json.RawMessage, separator string) string {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return string(raw)
	}
	var words []string
	for _, element := range list {
		words = append(words, string(element))
	}
	return strings.Join(words, separator)
}

// ReadIntegers is such a text as a JSON list; an error says how one is written with that
// separator.
func ReadIntegers(text, separator string) (json.RawMessage, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t,;+", r) })
	for _, word := range words {
		if _, err := strconv.ParseInt(word, 10, 64); err != nil {
			return nil, errors.New(text + ": whole numbers such as 3" + separator + "3 are accepted")
		}
	}
	return json.RawMessage("[" + strings.Join(words, ",") + "]"), nil
}
