package slurmconf

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// form is how the value of a setting is written.
type form uint8

const (
	asIs      form = iota
	number         // a whole number; scontrol puts a unit behind it
	megabytes      // a whole number; without a limit, and 0, it is not set
	minutes        // a whole number or UNLIMITED
	span           // a length such as 7-00:00:00
	flags          // words with commas, in capitals and by the alphabet: their order and letters mean nothing
	enforced       // the same in small letters, with those that follow from others
	enforcing      // NO, ANY or ALL, or what Slurm takes for one of them
)

// keys are the settings that are read, as slurm.conf(5) spells them.
var keys = []struct {
	key  string
	form form
}{
	{"ClusterName", asIs},
	{"SLURM_VERSION", asIs}, // scontrol alone
	{"SelectType", asIs}, {"SelectTypeParameters", flags},
	{"SchedulerType", asIs}, {"SchedulerParameters", asIs},
	{"DefMemPerCPU", megabytes}, {"DefMemPerNode", megabytes}, {"MaxMemPerCPU", megabytes}, {"MaxMemPerNode", megabytes}, {"JobDefaults", asIs},
	{"EnforcePartLimits", enforcing}, {"AccountingStorageEnforce", enforced},
	{"KillWait", number}, {"OverTimeLimit", minutes}, {"CompleteWait", number}, {"ResvOverRun", minutes},
	{"Licenses", asIs}, {"Epilog", asIs}, {"Prolog", asIs},
	{"JobRequeue", number}, {"MaxArraySize", number}, {"AuthInfo", asIs},
	{"PriorityType", asIs}, {"PriorityFlags", flags}, {"PriorityParameters", asIs}, {"PriorityFavorSmall", flags},
	{"PriorityCalcPeriod", span}, {"PriorityDecayHalfLife", span}, {"PriorityMaxAge", span}, {"PriorityUsageResetPeriod", flags},
	{"PriorityWeightAge", number}, {"PriorityWeightAssoc", number}, {"PriorityWeightFairshare", number}, {"PriorityWeightJobSize", number},
	{"PriorityWeightPartition", number}, {"PriorityWeightQOS", number}, {"PriorityWeightTRES", asIs},
	{"PrioritySiteFactorParameters", asIs}, {"PrioritySiteFactorPlugin", asIs},
	{"FairShareDampeningFactor", number},
	{"PreemptType", asIs}, {"PreemptMode", flags}, {"PreemptParameters", asIs}, {"PreemptExemptTime", span},
}

// spelling is how slurm.conf(5) spells a key, by the key in small letters.
var spelling = func() map[string]string {
	m := map[string]string{}
	for _, k := range keys {
		m[strings.ToLower(k.key)] = k.key
	}
	return m
}()

// formOf is how values of a key are written, by the key in small letters.
var formOf = func() map[string]form {
	m := map[string]form{}
	for _, k := range keys {
		m[strings.ToLower(k.key)] = k.form
	}
	return m
}()

// SettingKeys are the keys that Cluster.Settings may have, as slurm.conf spells them. Numbers have no unit: KillWait and CompleteWait are in
// seconds, OverTimeLimit and ResvOverRun in minutes, DefMemPer... and MaxMemPer... in MB. Lengths are as 00:05:00, 7-00:00:00 or UNLIMITED.
// EnforcePartLimits is NO, ANY or ALL. Words that are flags stand in capitals and by the alphabet, those of AccountingStorageEnforce in small letters with all that follow from
// them.
func SettingKeys() []string {
	var list []string
	for _, k := range keys {
		list = append(list, k.key)
	}
	return list
}

// DefMemPerCPU is the memory, in MB for each processor, of jobs that ask for none; Unlimited: there is no such setting.
func (c *Cluster) DefMemPerCPU() int64 { return c.megabytes("DefMemPerCPU") }

// DefMemPerNode is the memory, in MB on each node, of jobs that ask for none; Unlimited: there is no such setting.
func (c *Cluster) DefMemPerNode() int64 { return c.megabytes("DefMemPerNode") }

func (c *Cluster) megabytes(key string) int64 {
	text, set := c.Settings[key]
	n, err := count(text, math.MaxInt64)
	if !set || err != nil {
		return Unlimited
	}
	return n
}

// canonical is a value as Cluster.Settings has it, "" if it says that there is none.
func canonical(f form, text string) (string, error) {
	text = unquoted(strings.TrimSpace(text))
	if text == "" || text == "(null)" || text == "N/A" {
		return "", nil
	}
	switch f {
	case number, megabytes, minutes:
		digits, _, _ := strings.Cut(text, " ")
		n, err := count(digits, math.MaxUint32)
		if err != nil || f == number && n == Unlimited {
			return "", fmt.Errorf("a whole number from 0 to %d is accepted", uint32(math.MaxUint32))
		}
		if f == megabytes && n <= 0 {
			return "", nil
		}
		return countText(n), nil
	case span:
		seconds, err := length(text)
		return lengthText(seconds), err
	case flags:
		list := strings.Split(strings.ToUpper(text), ",")
		slices.Sort(list)
		return strings.Join(slices.Compact(list), ","), nil
	case enforced:
		return enforcedText(text), nil
	case enforcing:
		word := strings.ToUpper(text)
		for canon, words := range enforcements {
			if slices.Contains(words, word) {
				return canon, nil
			}
		}
		return "", errors.New("NO, ANY and ALL are accepted; DOWN, FALSE and 0 mean NO, and YES, UP, TRUE and 1 mean ANY")
	}
	return text, nil
}

// enforcements are the values of EnforcePartLimits, each with the words for it.
//
// Source: slurm.conf(5), and what scontrol show config of Slurm 22.05.8 shows for the others; parse_part_enforce_type in
// src/common/slurm_protocol_defs.c.
var enforcements = map[string][]string{"NO": {"NO", "DOWN", "FALSE", "0"}, "ANY": {"ANY", "YES", "UP", "TRUE", "1"}, "ALL": {"ALL"}}

// enforcedText are the words of AccountingStorageEnforce with those that follow from them, as scontrol shows them.
func enforcedText(text string) string {
	list := strings.Split(strings.ToLower(text), ",")
	for _, follows := range []struct {
		from string
		too  []string
	}{
		{"all", []string{"associations", "limits", "qos", "safe", "wckeys"}},
		{"safe", []string{"limits"}},
		{"limits", []string{"associations"}}, {"qos", []string{"associations"}}, {"wckeys", []string{"associations"}},
		{"nojobs", []string{"nosteps"}},
	} {
		if slices.Contains(list, follows.from) {
			list = append(list, follows.too...)
		}
	}
	slices.Sort(list)
	list = slices.DeleteFunc(slices.Compact(list), func(word string) bool { return word == "all" || word == "none" || word == "0" || word == "" })
	return strings.Join(list, ",")
}

// said is the value of a setting, and where it stands.
type said struct {
	value string
	at    place
}

// setting takes one, unless it is none of those that are read. A later one is used, and one that scontrol shows is later than all others.
func (r *reader) setting(key, value string, at place) error {
	small := strings.ToLower(key)
	name := spelling[small]
	if name == "" {
		return nil
	}
	text, err := canonical(formOf[small], value)
	if err != nil {
		return &Error{at.file, at.line, name, value, err.Error()}
	}
	r.said[name] = append(r.said[name], said{text, at})
	// Of these two scontrol shows the one that is set, or one of them.
	other := map[string]string{"DefMemPerCPU": "DefMemPerNode", "DefMemPerNode": "DefMemPerCPU", "MaxMemPerCPU": "MaxMemPerNode", "MaxMemPerNode": "MaxMemPerCPU"}[name]
	if other != "" && r.shown {
		r.said[other] = append(r.said[other], said{"", at})
	}
	return nil
}

// finishSettings keeps the last value of each.
func (r *reader) finishSettings() {
	for _, k := range keys {
		list := r.said[k.key]
		if len(list) == 0 {
			continue
		}
		used := list[len(list)-1]
		if used.value != "" {
			r.cluster.Settings[k.key] = used.value
		}
		for _, s := range list {
			if s.value != used.value {
				r.contradiction(s.at, k.key, s.value, "", used.at, used.value)
			}
		}
	}
}
