package ui

import (
	"encoding/json"
	"strings"
)

// A list of whole numbers is edited as a text such as "20, 20, 40", in a cell of a table as
// "20+20+40".

// integersText is raw with the separator between its numbers; raw itself if it is no list.
func integersText(raw json.RawMessage, separator string) string {
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

// readIntegers is such a text as a JSON list. What is no number stays a text in it, so that
// the check can refuse it.
func readIntegers(text string) json.RawMessage {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t,;+", r) })
	for i, word := range words {
		words[i] = rawText(word)
	}
	return json.RawMessage("[" + strings.Join(words, ",") + "]")
}
