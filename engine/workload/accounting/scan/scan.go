// Package scan reads numbers, times, lengths of time and amounts of memory as batch systems write them. It knows no columns.
package scan

import (
	"bytes"
	"time"
)

// Digits reads a whole number of up to 18 digits.
func Digits(b []byte) (n int64, ok bool) {
	if len(b) == 0 || len(b) > 18 {
		return 0, false
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	return n, true
}

// two reads two digits.
func two(b []byte) (n int64, ok bool) {
	a, c := b[0]-'0', b[1]-'0'
	return int64(a)*10 + int64(c), a <= 9 && c <= 9
}

// LocalTime reads 2026-11-25T14:30:00, also with a space for the T and without seconds, as seconds of a clock that is never changed.
func LocalTime(b []byte) (shown int64, ok bool) {
	if len(b) != 19 && len(b) != 16 || b[4] != '-' || b[7] != '-' || b[10] != 'T' && b[10] != ' ' || b[13] != ':' || len(b) == 19 && b[16] != ':' {
		return 0, false
	}
	year, ok1 := Digits(b[:4])
	month, ok2 := two(b[5:])
	day, ok3 := two(b[8:])
	hour, ok4 := two(b[11:])
	minute, ok5 := two(b[14:])
	second, ok6 := int64(0), true
	if len(b) == 19 {
		second, ok6 = two(b[17:])
	}
	if !(ok1 && ok2 && ok3 && ok4 && ok5 && ok6) || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60 {
		return 0, false
	}
	t := time.Date(int(year), time.Month(month), int(day), int(hour), int(minute), int(second), 0, time.UTC)
	return t.Unix(), int64(t.Day()) == day || second == 60
}

// Duration reads [D-]HH:MM:SS, MM:SS and either with a fraction of a second, which is left out, as seconds.
func Duration(b []byte) (seconds int64, ok bool) {
	if i := bytes.IndexByte(b, '.'); i >= 0 {
		if _, ok := Digits(b[i+1:]); !ok {
			return 0, false
		}
		b = b[:i]
	}
	days := int64(0)
	if i := bytes.IndexByte(b, '-'); i >= 0 {
		if days, ok = Digits(b[:i]); !ok {
			return 0, false
		}
		b = b[i+1:]
	}
	parts := 0
	for rest := b; ; parts++ {
		part := rest
		i := bytes.IndexByte(rest, ':')
		if i >= 0 {
			part = rest[:i]
		}
		n, ok := Digits(part)
		if !ok || len(part) > 9 {
			return 0, false
		}
		seconds = 60*seconds + n
		if i < 0 {
			break
		}
		rest = rest[i+1:]
	}
	if parts < 1 || parts > 2 || days > 1e6 {
		return 0, false
	}
	return days*24*3600 + seconds, true
}

// Kilobytes reads 4000M, 1.50G, 2T or, in the unit for numbers without a letter, 4000. A fraction of a KB is rounded up.
func Kilobytes(b []byte, plain float64) (kb int64, ok bool) {
	unit := plain
	if n := len(b); n > 1 && b[n-1] == 'B' && b[n-2] > '9' {
		b = b[:n-1] // 16GB
	}
	if n := len(b); n > 0 {
		switch b[n-1] {
		case 'K':
			unit = 1
		case 'M':
			unit = 1 << 10
		case 'G':
			unit = 1 << 20
		case 'T':
			unit = 1 << 30
		case 'P':
			unit = 1 << 40
		default:
			n++
		}
		b = b[:n-1]
	}
	whole, fraction := b, []byte(nil)
	if i := bytes.IndexByte(b, '.'); i >= 0 {
		whole, fraction = b[:i], b[i+1:]
	}
	n, ok := Digits(whole)
	if !ok {
		return 0, false
	}
	value, scale := float64(n), 0.1
	for _, c := range fraction {
		if c < '0' || c > '9' {
			return 0, false
		}
		value, scale = value+float64(c-'0')*scale, scale/10
	}
	if value *= unit; value > 1e15 {
		return 0, false
	}
	kb = int64(value)
	if float64(kb) < value {
		kb++
	}
	return kb, true
}
