package draft

import (
	"encoding/json"
	"errors"
	"strings"

	"backfill/engine/metrics/grouping"
	"backfill/ui/phrase"
)

// Conditions on jobs are edited as text, with semicolons between them: a number as "run
// time above 60, at most 3,600" or "run time at most 1 h", classes of an attribute that is none as "month in Jan 2001,
// Feb 2001". A name with a comma, a semicolon or a quotation mark in it stands in quotation
// marks, as in JSON.

// ConditionsExample is how conditions are written.
const ConditionsExample = "run time at most 180000; month in Jan 2001, Feb 2001"

// conditionsText writes conditions as such a text.
func conditionsText(list []grouping.Condition) string {
	var texts []string
	for _, c := range list {
		ends := ""
		if c.Above != nil {
			ends = "above " + phrase.Number(*c.Above)
		}
		if c.Most != nil {
			ends = phrase.Join(", ", ends, "at most "+phrase.Number(*c.Most))
		}
		if c.In != nil {
			var names []string
			for _, name := range c.In {
				names = append(names, quotedName(name))
			}
			ends = "in " + strings.Join(names, ", ")
		}
		texts = append(texts, phrase.LowerFirst(phrase.Humanised(c.By))+" "+ends)
	}
	return strings.Join(texts, "; ")
}

// quotedName is a name as a text of conditions has it.
func quotedName(name string) string {
	if !strings.ContainsAny(name, "\",;") && strings.TrimSpace(name) == name && name != "" {
		return name
	}
	quoted, err := json.Marshal(name)
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(quoted)
}

// condition is one as a scenario has it, its values not checked.
type condition struct {
	By    string          `json:"by"`
	Above json.RawMessage `json:"above,omitempty"`
	Most  json.RawMessage `json:"most,omitempty"`
	In    []string        `json:"in,omitempty"`
}

// readConditions reads such a text.
func readConditions(text string) ([]condition, error) {
	var list []condition
	for _, part := range splitOutside(text, ';') {
		if part == "" {
			continue
		}
		c, ok := readCondition(part)
		if !ok {
			return nil, errors.New(part + ": conditions such as “" + ConditionsExample + "” are accepted")
		}
		list = append(list, c)
	}
	return list, nil
}

// Words for the ends of a range and before the names of classes.
var (
	aboveWords = []string{"above", "over", ">"}
	mostWords  = []string{"at most", "up to", "<=", "≤"}
	inWords    = []string{"in ", "is ", "="}
)

// readCondition reads one condition; false if it is none.
func readCondition(text string) (condition, bool) {
	a, rest := readAttribute(text)
	if a == nil {
		return condition{}, false
	}
	c := condition{By: a.Name}
	if a.Natural {
		names, found := cutAny(rest, inWords)
		if !found {
			return condition{}, false
		}
		for _, name := range splitOutside(names, ',') {
			if strings.HasPrefix(name, `"`) && json.Unmarshal([]byte(name), &name) != nil {
				return condition{}, false
			}
			c.In = append(c.In, name)
		}
		return c, true
	}
	for _, end := range strings.FieldsFunc(strings.ReplaceAll(phrase.Ungrouped(rest), " and ", ","), func(r rune) bool { return r == ',' }) {
		end = strings.TrimSpace(end)
		to := &c.Above
		word, found := cutAny(end, aboveWords)
		if !found {
			to = &c.Most
			word, found = cutAny(end, mostWords)
		}
		if !found || word == "" || *to != nil {
			return condition{}, false
		}
		*to = phrase.ReadAmount(word, a.Unit)
	}
	return c, c.Above != nil || c.Most != nil
}

// cutAny cuts one of the words off the front of text.
func cutAny(text string, words []string) (rest string, found bool) {
	for _, word := range words {
		if rest, found := strings.CutPrefix(text, word); found {
			return strings.TrimSpace(rest), true
		}
	}
	return text, false
}

// readAttribute reads the attribute at the beginning of a text, by its name or its title,
// in words or not.
func readAttribute(text string) (*grouping.Attribute, string) {
	var best *grouping.Attribute
	longest := 0
	for i := range grouping.Attributes {
		a := &grouping.Attributes[i]
		for _, word := range []string{a.Name, phrase.Humanised(a.Name), a.Title} {
			n := len(word)
			if n > longest && len(text) > n && strings.EqualFold(text[:n], word) && strings.ContainsRune(" ><=≤", []rune(text[n:])[0]) {
				best, longest = a, n
			}
		}
	}
	return best, strings.TrimSpace(text[longest:])
}

// splitOutside splits text at a separator that stands outside quotation marks.
func splitOutside(text string, separator byte) []string {
	var parts []string
	begin, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quoted:
			i++
		case text[i] == '"':
			quoted = !quoted
		case text[i] == separator && !quoted:
			parts = append(parts, strings.TrimSpace(text[begin:i]))
			begin = i + 1
		}
	}
	return append(parts, strings.TrimSpace(text[begin:]))
}
