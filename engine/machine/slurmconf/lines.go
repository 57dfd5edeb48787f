package slurmconf

import (
	"fmt"
	"strconv"
	"strings"
)

// place is where something stands.
type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// line is one of a file, with those that it goes on in.
type line struct {
	text string
	line int // of its beginning, from 1
}

// logicalLines joins lines that end with a backslash, and those that scontrol indents, and leaves out comments.
func logicalLines(text string) []line {
	var list []line
	goesOn := false
	joined := []string(nil) // to the last of the list
	flush := func() {
		if len(joined) > 0 {
			list[len(list)-1].text += " " + strings.Join(joined, " ")
			joined = joined[:0]
		}
	}
	for n, raw := range strings.Split(strings.TrimPrefix(text, byteOrderMark), "\n") {
		raw = withoutComment(strings.TrimSuffix(raw, "\r"))
		bare := strings.TrimSpace(raw)
		belongs := goesOn || len(list) > 0 && indented(raw) && isRecord(list[len(list)-1].text) && !isRecord(bare)
		goesOn = strings.HasSuffix(bare, "\\")
		bare = strings.TrimSuffix(bare, "\\")
		switch {
		case belongs && len(list) > 0:
			joined = append(joined, bare)
		case bare != "":
			flush()
			list = append(list, line{bare, n + 1})
		}
	}
	flush()
	return list
}

// withoutComment is a line up to its comment. A row of a table has none, nor has a node that scontrol -o shows in one line: there it is
// text, such as the version of the operating system.
func withoutComment(raw string) string {
	i := strings.IndexByte(raw, '#')
	if i == 0 || i > 0 && (raw[i-1] == ' ' || raw[i-1] == '\t') && !strings.Contains(raw[:i], "|") && !strings.Contains(raw[:i], " CPUTot=") {
		return raw[:i]
	}
	return raw
}

// byteOrderMark is what some editors put before a text.
const byteOrderMark = "\ufeff"

func indented(raw string) bool { return strings.HasPrefix(raw, "   ") && strings.TrimSpace(raw) != "" }

// isRecord says whether a line begins as scontrol begins the lines about one thing.
func isRecord(text string) bool {
	switch firstKey(text) {
	case "nodename", "partitionname", "reservationname":
		return true
	}
	return false
}

// firstKey is what stands before the first "=" of a line, in small letters; "" if it has none.
func firstKey(text string) string {
	key, _, ok := strings.Cut(text, "=")
	if !ok {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(key))
}

// values are the settings of a line, by the key in small letters.
type values map[string]string

// settings are the key=value of a line. There may be spaces around "=" and quotes around a value.
func settings(text string) values {
	v := values{}
	for _, word := range closed(words(text)) {
		key, value, ok := strings.Cut(word, "=")
		if ok && key != "" {
			v[strings.ToLower(key)] = unquoted(value)
		}
	}
	return v
}

// closed joins the words "key", "=" and "value" of which one setting was made. What scontrol leaves empty, "key= other=1", stays so.
func closed(list []string) []string {
	var out []string
	for i, word := range list {
		last := len(out) - 1
		switch {
		case last >= 0 && strings.HasPrefix(word, "=") && !strings.Contains(out[last], "="),
			last >= 0 && strings.HasSuffix(out[last], "=") && !strings.Contains(word, "=") && (i+1 == len(list) || !strings.HasPrefix(list[i+1], "=")):
			out[last] += word
		default:
			out = append(out, word)
		}
	}
	return out
}

func unquoted(value string) string { return strings.ReplaceAll(value, `"`, "") }

// words are those of a line, cut at the spaces that stand in no quotes.
func words(text string) []string {
	quoted := false
	closes := strings.Count(text, `"`)%2 == 0
	return strings.FieldsFunc(text, func(c rune) bool {
		if c == '"' && closes {
			quoted = !quoted
		}
		return !quoted && (c == ' ' || c == '\t')
	})
}

// or are the settings, and those of defaults where there is none.
func (v values) or(defaults values) values {
	all := make(values, len(v)+len(defaults))
	for key, value := range defaults {
		all[key] = value
	}
	for key, value := range v {
		all[key] = value
	}
	return all
}

// count is a whole number behind one of the keys, otherwise if there is none.
func (v values) count(at place, otherwise, most int64, keys ...string) (int64, error) {
	for _, key := range keys {
		if text := v[strings.ToLower(key)]; text != "" {
			n, err := count(text, most)
			if err != nil {
				return 0, &Error{at.file, at.line, key, text, err.Error()}
			}
			return n, nil
		}
	}
	return otherwise, nil
}

// count is a whole number, or Unlimited.
func count(text string, most int64) (int64, error) {
	switch strings.ToUpper(text) {
	case "UNLIMITED", "INFINITE":
		return Unlimited, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("a whole number from 0 to %d is accepted", most)
	}
	return n, nil
}

// listed are those of a list with commas; nil for none and for "(null)".
func listed(list string) []string {
	if list == "" || list == "(null)" {
		return nil
	}
	return strings.Split(list, ",")
}
