package explain

import (
	"fmt"
	"strings"

	"backfill/engine"
	"backfill/ui/phrase"
)

// Never says why a job never starts: refused, as the text says, where at most so much would do, or waiting for ever: for what the text says, if it waits,
// or with the last reason that the policy gave. A text or an amount that is "" is not known.
func Never(refused string, waits bool, atMost string, last engine.Reason) string {
	if refused != "" {
		text := "It is refused: " + refused + "."
		if waits {
			text = neverWords(refused) + "."
		}
		if atMost != "" {
			text += " At most " + atMost + " would do."
		}
		return phrase.GroupedIn(text)
	}
	if last.Limit != 0 {
		return "It waits for ever: " + overLimit(last) + "."
	}
	why, told := map[engine.Rule]string{
		engine.NodesDown:         "the nodes that have room for it are drained or down, and stay so in the simulation",
		engine.PartitionDown:     "its partition starts nobody, and stays so in the simulation",
		engine.AwaitsReservation: "the reservation in which it is to run is over, or never begins",
		engine.LacksLicences:     "there are too few copies of a licence that it asks for",
	}[last.Rule]
	if !told {
		if why = strings.TrimPrefix(ruleWords[last.Rule], "waits: "); why == "" {
			return "It waits for ever, and the scheduler does not say why."
		}
		why = "at last the scheduler says of it “" + why + "”"
	}
	return "It waits for ever: " + why + "."
}

// LimitOf names the limit for which jobs wait for ever: "over the limit of 16 processors of its account or user (AssocGrpCpuLimit)".
func LimitOf(l *engine.Left) string {
	name := l.Limit.String()
	over := "over"
	if strings.HasPrefix(name, "QOSMin") {
		over = "under"
	}
	return fmt.Sprintf("%s the limit of %s of %s (%s)", over, limitAmount(name, l.Bound), limitOwner(name), name)
}

// LeftFor says which limit a job is over that waits for ever: "it asks for 24 processors, and its account or user allows at most 16 processors
// (AssocGrpCpuLimit)".
func LeftFor(l *engine.Left) string { return overLimit(l.Reason()) }

// overLimit says which limit a job is over that nobody else takes up, or that is used up.
func overLimit(r engine.Reason) string {
	name := r.Limit.String()
	amount := func(n int32) string { return limitAmount(name, n) }
	of := limitOwner(name)
	switch {
	case strings.HasPrefix(name, "QOSMin"):
		return fmt.Sprintf("it asks for %s, and %s asks for at least %s (%s)", amount(r.LimitAsked), of, amount(r.LimitBound), name)
	case r.LimitAsked > r.LimitBound:
		return fmt.Sprintf("it asks for %s, and %s allows at most %s (%s)", amount(r.LimitAsked), of, amount(r.LimitBound), name)
	case r.LimitAsked == 0:
		return fmt.Sprintf("of at most %s that %s allows, %s have been used (%s)", amount(r.LimitBound), of, phrase.Grouped(int64(r.LimitUsed)), name)
	}
	return fmt.Sprintf("of at most %s that %s allows, %s are used and it asks for %s (%s)", amount(r.LimitBound), of, phrase.Grouped(int64(r.LimitUsed)), phrase.Grouped(int64(r.LimitAsked)), name)
}

// limitAmount is so much of what a limit counts.
func limitAmount(name string, n int32) string {
	unit := limitUnit(name)
	if unit == "MB" || unit == "" {
		return strings.TrimSpace(phrase.Grouped(int64(n)) + " " + unit)
	}
	return phrase.Plural(int64(n), unit)
}

// limitOwner is whose limit it is.
func limitOwner(name string) string {
	if strings.HasPrefix(name, "QOS") || strings.HasSuffix(name, "PerAccount") && !strings.HasPrefix(name, "Assoc") {
		return "its QOS"
	}
	return "its account or user"
}

// limitUnit is what a limit counts, by its name.
func limitUnit(name string) string {
	has := func(words ...string) bool {
		for _, word := range words {
			if strings.Contains(name, word) {
				return true
			}
		}
		return false
	}
	unit := ""
	switch {
	case has("Wall"):
		return "minute"
	case has("Jobs", "Submit"):
		return "job"
	case has("Cpu", "CPU"):
		unit = "processor"
	case has("GRES"):
		unit = "GPU"
	case has("Mem"):
		unit = "MB"
	case has("Node"):
		unit = "node"
	}
	if has("Minutes") {
		unit += " minute"
	}
	return unit
}
