//go:build reproduce

package reproduce

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// ngubiriLine is a claim about the ratio of two mean response times: that its interval
// lies above least and, unless that is 0, below most.
type ngubiriLine struct {
	claim       string
	over, under ngubiriMean
	least, most float64
	quoted      string // ratio of the prototype; "": none
}

// ngubiriMean is the mean response time of a group.
type ngubiriMean struct {
	split     string
	threshold int
	jumps     int
	group     string
}

func (m ngubiriMean) String() string {
	text := fmt.Sprintf("%s of FPFS(%d)", m.group, m.jumps)
	if m.split != "random" {
		text += ", " + m.split
	}
	if m.threshold != 11 {
		text += fmt.Sprintf(", threshold %d", m.threshold)
	}
	return text
}

func (found ngubiriFound) of(m ngubiriMean) estimate {
	return found[ngubiriSystem{m.split, m.threshold, m.jumps, false}].of(m.group)
}

// ngubiriLines are the claims as ratios.
func ngubiriLines() []ngubiriLine {
	random := func(jumps int, group string) ngubiriMean { return ngubiriMean{"random", 11, jumps, group} }
	phased := func(jumps int, group string) ngubiriMean { return ngubiriMean{"phased", 11, jumps, group} }
	at := func(threshold int, group string) ngubiriMean { return ngubiriMean{"random", threshold, 10, group} }
	ratios := map[string]string{"all": "2.93", "S1": "3.97", "S4": "1.98"}
	var list []ngubiriLine
	for _, group := range strings.Fields(ngubiriTables[0].columns) {
		list = append(list, ngubiriLine{"FPFS(10) is better than FCFS for every group", random(0, group), random(10, group), 1, 0, ratios[group]})
	}
	list = append(list,
		ngubiriLine{"Groups differ negligibly under FCFS: by less than a tenth", random(0, "S4"), random(0, "S1"), 0.9, 1.1, "1.04"},
		ngubiriLine{"...", random(0, "C2"), random(0, "C1"), 0.9, 1.1, "1.05"},
		ngubiriLine{"...", random(0, "W4"), random(0, "W1"), 0.9, 1.1, ""},
		ngubiriLine{"Big differences under FPFS(10): by more than half", random(10, "S4"), random(10, "S1"), 1.5, 0, "2.09"},
		ngubiriLine{"...", random(10, "W4"), random(10, "W1"), 1.5, 0, "1.96"},
	)
	for _, letter := range []string{"S", "W"} {
		for class := 1; class < 4; class++ {
			list = append(list, ngubiriLine{"Response times grow with size and with the widest component", random(10, fmt.Sprint(letter, class+1)), random(10, fmt.Sprint(letter, class)), 1, 0, ""})
		}
	}
	list = append(list,
		ngubiriLine{"Jobs of two components fare worst", random(10, "C2"), random(10, "C4"), 1, 0, "1.05"},
		ngubiriLine{"...", random(10, "C2"), random(10, "C3"), 1, 0, "1.08"},
		ngubiriLine{"...", random(10, "C2"), random(10, "C1"), 1, 0, "1.89"},
		ngubiriLine{"More jumps help, fast at first", random(0, "all"), random(5, "all"), 1.5, 0, "2.36"},
		ngubiriLine{"...", random(5, "all"), random(10, "all"), 1, 0, "1.24"},
		ngubiriLine{"... minimal beyond ten: by less than a quarter", random(10, "all"), random(50, "all"), 1, 1.25, "1.20"},
		ngubiriLine{"...", random(10, "S4"), random(50, "S4"), 1, 1.25, "1.19"},
		ngubiriLine{"Phased splitting is better than random", phased(10, "S1"), random(10, "S1"), 0, 1, "0.95"},
		ngubiriLine{"...", phased(10, "S4"), random(10, "S4"), 0, 1, "0.87"},
		ngubiriLine{"... under FCFS, too", phased(0, "S1"), random(0, "S1"), 0, 1, "0.69"},
		ngubiriLine{"...", phased(0, "S4"), random(0, "S4"), 0, 1, "0.70"},
		ngubiriLine{"Response times grow with the threshold, more for large jobs", at(20, "S1"), at(4, "S1"), 1, 1.5, "1.25"},
		ngubiriLine{"...", at(20, "S4"), at(4, "S4"), 1.5, 0, "1.71"},
		ngubiriLine{"... though hardly below ten", at(10, "all"), at(4, "all"), 0.95, 1.05, "1.02"},
	)
	return list
}

// ratioOf is a ratio of means of independent runs, and its standard error.
func ratioOf(over, under estimate) (ratio, standardError float64) {
	ratio = over.value / under.value
	return ratio, ratio * math.Hypot(over.standardError(over.workloads)/over.value, under.standardError(under.workloads)/under.value)
}

// ngubiriClaims judges the claims.
func ngubiriClaims(t *testing.T, b *strings.Builder, found ngubiriFound) {
	b.WriteString("\n## Ngubiri and van Vliet: what they claim\n\nRatios of mean response times with intervals of 95 %; in italics the prototype's. Random splitting and a threshold of 11 where nothing else is said. " +
		"The paper has curves and no figures; what it calls negligible, big and minimal is made definite here.\n\n| claim | over | under | ratio | interval | |\n|---|---|---|---|---|---|\n")
	for _, l := range ngubiriLines() {
		ratio, standardError := ratioOf(found.of(l.over), found.of(l.under))
		low, high := ratio-1.96*standardError, ratio+1.96*standardError
		verdict := "holds"
		if low < l.least || l.most > 0 && high > l.most {
			verdict = "does not hold"
			t.Errorf("%s: %v over %v is %.3f", l.claim, l.over, l.under, ratio)
		}
		text := fmt.Sprintf("%.2f", ratio)
		if l.quoted != "" {
			text += fmt.Sprintf(", *%s*", l.quoted)
		}
		fmt.Fprintf(b, "| %s | %v | %v | %s | %.2f to %.2f | %s |\n", l.claim, l.over, l.under, text, low, high, verdict)
	}
	random := func(jumps int, group string) ngubiriMean { return ngubiriMean{"random", 11, jumps, group} }
	difference := func(split string) (value, standardError float64) {
		wide, narrow := found.of(ngubiriMean{split, 11, 10, "S4"}), found.of(ngubiriMean{split, 11, 10, "S1"})
		return wide.value - narrow.value, math.Hypot(wide.standardError(wide.workloads), narrow.standardError(narrow.workloads))
	}
	apart, one := difference("random")
	nearer, other := difference("phased")
	if apart-nearer < 1.96*math.Hypot(one, other) {
		t.Errorf("S4 and S1 are %v apart with phased splitting, %v with random", nearer, apart)
	}
	fmt.Fprintf(b, "\nPhased splitting brings S4 and S1 nearer to each other under FPFS(10): %.1f instead of %.1f, *9.8 and 12.3*. With 50 jumps the smallest jobs hardly wait: %.1f, *10.3*, where 10 is the mean run time.\n",
		nearer, apart, found.of(random(50, "S1")).value)
	bySize, _ := ratioOf(found.of(random(10, "S4")), found.of(random(10, "S1")))
	byWidest, _ := ratioOf(found.of(random(10, "W4")), found.of(random(10, "W1")))
	fmt.Fprintf(b, "\nThat the widest component is the strongest of the three factors holds only in part: the groups by size range over a factor of %.2f, those by widest component over %.2f (*2.09 and 1.96*). "+
		"For it speak that jobs of two components fare worst, and that phased splitting, which narrows the widest components, helps.\n", bySize, byWidest)
	b.WriteString("\nThe shares of jobs and load of all groups follow from the distribution of sizes and are tested as such: mean size 5.0345, load 0.78665, 89.61 % of the jobs in one component. Table 1 of the paper, a finite sample, lies within " +
		"0.75 points of them by size and, with W2 from 2 to 3 processors and W3 from 4 to 5, within 1.7 points by widest component; the bounds in the text, 2 and 3 to 4, fit neither the table nor the shares beside them. " +
		"S4 and W4 carry 59.11 and 58.35 % of the load: more than half, as is said.\n")
}
