package priority

import (
	"encoding/json"

	"backfill/engine/param"
)

// named are the priorities of the literature that have names of their own; with and without backfilling they are baselines that papers
// compare with.
var named = []struct{ priority, name, first, source string }{
	{"sjf", "SJF", "the shortest request", ""},
	{"ljf", "LJF", "the longest request", ""},
	{"saf", "SAF", "the smallest area, processors times request,", ""},
	{"laf", "LAF", "the largest area, processors times request,", ""},
	{"srf", "SRF", "the smallest ratio, request by processors,", ""},
	{"lrf", "LRF", "the largest ratio, request by processors,", ""},
	{"lxf", "LXF", "the largest expansion factor, wait plus request by request,", "Chiang, Arpaci-Dusseau, Vernon 2002"},
	{"f1", "F1", "the lowest log10(r) n + 870 log10(s), with request r and submission s in seconds and n processors,", carastan},
	{"f2", "F2", "the lowest √r n + 25,600 log10(s), with request r and submission s in seconds and n processors,", carastan},
	{"f3", "F3", "the lowest r n + 6,860,000 log10(s), with request r and submission s in seconds and n processors,", carastan},
	{"f4", "F4", "the lowest r √n + 530,000 log10(s), with request r and submission s in seconds and n processors,", carastan},
	{"wfp3", "WFP3", "the highest (w / r)³ n, with wait w, request r and n processors,", tang},
	{"unicef", "UNICEF", "the highest w / (r log2 n), with wait w, request r and n processors,", tang},
}

const (
	carastan = "Carastan-Santos, de Camargo 2017"
	tang     = "Tang, Lan, Desai, Buettner 2009"
)

// presets are the named priorities, whose names end in suffix, and whose docs say what goes first and then the rest.
func presets(suffix, rest string) (list []param.Preset) {
	for _, n := range named {
		list = append(list, param.Preset{Name: n.name + suffix, Source: n.source, Doc: "The job of " + n.first + " goes first" + rest,
			Fields: map[string]json.RawMessage{"priority": json.RawMessage(`"` + n.priority + `"`)}})
	}
	return list
}

// maui are the weights that the Maui scheduler sums up, each 1.
var maui = param.Preset{Name: "Maui weights", Source: "Jackson, Snell, Clement 2001",
	Doc:    "The sum of queue time in minutes, expansion factor and processors, less the processor-hours that the user has taken, which count half after a day; all with a weight of 1. With “- groupUsed” what the group has taken counts, too. What Maui calls its reservation depth are the reservations.",
	Fields: map[string]json.RawMessage{"priority": json.RawMessage(`"60*wait + (wait + R)/R + processors - userUsed"`), "halfLife": json.RawMessage("24")}}

// whoeverFits starts all that fits, in the order of arrival.
var whoeverFits = param.Preset{Name: "Whoever fits", Doc: "Every job that fits starts, in the order of arrival; no job holds up others, and wide jobs may wait for ever.",
	Fields: map[string]json.RawMessage{"who": json.RawMessage(`"whoeverFits"`)}}
