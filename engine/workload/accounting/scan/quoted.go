package scan

import "bytes"

// Quoted reads a field between quotes, in which a quote stands twice, up to the delimiter behind it; rest is nil behind the last field.
func Quoted(line, delimiter []byte) (field, rest []byte, ok bool) {
	doubled := false
	for i := 1; i < len(line); i++ {
		if line[i] != '"' {
			continue
		}
		if i+1 < len(line) && line[i+1] == '"' {
			doubled = true
			i++
			continue
		}
		field, rest = line[1:i], line[i+1:]
		if doubled {
			field = bytes.ReplaceAll(field, []byte(`""`), []byte(`"`))
		}
		if len(rest) == 0 {
			return field, nil, true
		}
		if bytes.HasPrefix(rest, delimiter) {
			return field, rest[len(delimiter):], true
		}
		return nil, nil, false
	}
	return nil, nil, false
}
