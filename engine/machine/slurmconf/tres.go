package slurmconf

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// tres reads "cpu=16,mem=62.50G,gres/gpu:a100=2"; nil for none.
func tres(text string) (TRES, error) {
	var t TRES
	for _, part := range strings.Split(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		i := strings.LastIndexByte(part, '=')
		if i <= 0 {
			return nil, fmt.Errorf("amounts such as cpu=16,mem=4000M,gres/gpu=2 are accepted")
		}
		name, number := part[:i], part[i+1:]
		if number == "-1" {
			continue
		}
		n, err := amount(number, name == "mem" || strings.HasPrefix(name, "bb/"))
		if err != nil {
			return nil, err
		}
		if t == nil {
			t = TRES{}
		}
		t[name] = n
	}
	return t, nil
}

// amount is a number with a unit, or one of megabytes, which have the unit M if they have none.
func amount(text string, megabytes bool) (int64, error) {
	digits := strings.TrimRight(text, "KMGTPEkmgtpe")
	factor := 1.0
	switch unit := text[len(digits):]; {
	case len(unit) > 1:
		digits = ""
	case unit != "":
		factor = math.Pow(1024, float64(1+strings.Index("KMGTPE", strings.ToUpper(unit))))
		if megabytes {
			factor /= 1 << 20
		}
	}
	n, err := strconv.ParseFloat(digits, 64)
	if n *= factor; err != nil || strings.Trim(digits, "0123456789.") != "" || n > 1<<53 {
		return 0, fmt.Errorf("an amount such as 16, 4000M or 62.50G is accepted, up to %d", int64(1)<<53)
	}
	return int64(math.Round(n)), nil
}
