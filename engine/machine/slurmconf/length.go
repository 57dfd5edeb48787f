package slurmconf

import (
	"fmt"
	"strconv"
	"strings"
)

// length reads "30", minutes, "00:30:00", "7-00", "1-12:00", "UNLIMITED" in seconds; Unlimited for none.
func length(text string) (seconds int64, err error) {
	wrong := fmt.Errorf("minutes, or a length such as 00:30:00, 1-12 or UNLIMITED, are accepted")
	switch strings.ToUpper(text) {
	case "", "UNLIMITED", "INFINITE", "NONE", "-1":
		return Unlimited, nil
	}
	days := int64(0)
	rest := text
	d, behind, dayed := strings.Cut(text, "-")
	if dayed {
		rest = behind
		if days, err = strconv.ParseInt(d, 10, 32); err != nil || days < 0 {
			return 0, wrong
		}
	}
	parts := strings.Split(rest, ":")
	if len(parts) > 3 {
		return 0, wrong
	}
	var n []int64
	for _, part := range parts {
		k, err := strconv.ParseInt(part, 10, 32)
		if err != nil || k < 0 {
			return 0, wrong
		}
		n = append(n, k)
	}
	switch {
	case dayed: // hours, then minutes and seconds if they are there
		n = append(n, 0, 0)
		return days*24*3600 + n[0]*3600 + n[1]*60 + n[2], nil
	case len(n) == 1:
		return n[0] * 60, nil
	case len(n) == 2:
		return n[0]*60 + n[1], nil
	}
	return n[0]*3600 + n[1]*60 + n[2], nil
}

// Seconds is a length as slurm.conf has it, such as 00:30:00 or 7-00:00:00, in seconds; Unlimited for UNLIMITED. A number alone is minutes.
func Seconds(text string) (int64, error) { return length(text) }

// Length is a length in seconds as Slurm prints it: "00:30:00", "7-00:00:00", "UNLIMITED" for Unlimited.
func Length(seconds int64) string { return lengthText(seconds) }

// lengthText is a length as Slurm prints it: "00:30:00", "7-00:00:00", "UNLIMITED".
func lengthText(seconds int64) string {
	if seconds == Unlimited {
		return "UNLIMITED"
	}
	text := fmt.Sprintf("%02d:%02d:%02d", seconds/3600%24, seconds/60%60, seconds%60)
	if days := seconds / (24 * 3600); days > 0 {
		text = fmt.Sprintf("%d-%s", days, text)
	}
	return text
}

// countText is a number or "UNLIMITED".
func countText(n int64) string {
	if n == Unlimited {
		return "UNLIMITED"
	}
	return strconv.FormatInt(n, 10)
}
