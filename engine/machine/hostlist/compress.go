package hostlist

import (
	"fmt"
	"strconv"
	"strings"
)

// Compress is a list of names, in their order: neighbours that differ only in the number at their end share a bracket, and numbers that
// follow each other a range. Names of hosts are not empty and have neither commas nor brackets.
func Compress(names []string) string {
	var list strings.Builder
	for i := 0; i < len(names); {
		if i > 0 {
			list.WriteByte(',')
		}
		end := i + 1
		first := cut(names[i])
		for end < len(names) && first.shares(cut(names[end])) {
			end++
		}
		if end == i+1 {
			list.WriteString(names[i])
		} else {
			list.WriteString(first.prefix + "[" + numbers(names[i:end]) + "]")
		}
		i = end
	}
	return list.String()
}

// numbers are those at the end of names: "01-16,20".
func numbers(names []string) string {
	var list []string
	for i := 0; i < len(names); {
		first := cut(names[i])
		end := i + 1
		for end < len(names) && cut(names[end]).digits == fmt.Sprintf("%0*d", len(first.digits), first.number+end-i) {
			end++
		}
		if end == i+1 {
			list = append(list, first.digits)
		} else {
			list = append(list, first.digits+"-"+cut(names[end-1]).digits)
		}
		i = end
	}
	return strings.Join(list, ",")
}

// numbered is a name that is cut before the number at its end.
type numbered struct {
	prefix, digits string // digits: "" for a name that has no number there, or a long one
	number         int
}

func cut(name string) numbered {
	prefix := strings.TrimRight(name, "0123456789")
	digits := name[len(prefix):]
	if digits == "" || len(digits) > mostDigits {
		return numbered{prefix: name}
	}
	n, _ := strconv.Atoi(digits) // of so few digits
	return numbered{prefix, digits, n}
}

// shares says whether two names stand in one bracket: they have the same prefix, and numbers of one width or without zeros in front.
func (n numbered) shares(o numbered) bool {
	if n.digits == "" || o.digits == "" || n.prefix != o.prefix {
		return false
	}
	return len(n.digits) == len(o.digits) || n.digits[0] != '0' && o.digits[0] != '0'
}
