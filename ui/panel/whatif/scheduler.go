package whatif

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/machine/slurmconf"
	"backfill/ui/draft/cluster"
	"backfill/ui/phrase"
)

// schedulerQuestions are what one asks about a policy slurm: another word of SchedulerParameters, weight or length of time in its priorities,
// other shares, another limit. All are about the policy as it is edited: what was
// asked before stays.
func (w *WhatIf) schedulerQuestions(s *cluster.Scheduler) []question {
	list := []question{w.wordQuestion(s), w.priorityQuestion(s), w.sharesQuestion(s), w.limitQuestion(s)}
	if s.Of > 1 {
		list[0].Note = fmt.Sprintf("This and what follows is asked of “%s”, the first of %d policies of this kind.", s.Label, s.Of)
	}
	return list
}

// wordQuestion asks for another word of SchedulerParameters.
func (w *WhatIf) wordQuestion(s *cluster.Scheduler) question {
	list := slices.Clone(slurmconf.SchedulerParameters)
	slices.SortStableFunc(list, func(a, b slurmconf.SchedulerParameter) int {
		return placeIn(familiar, a.Name) - placeIn(familiar, b.Name)
	})
	var names []string
	for _, p := range list {
		names = append(names, strings.TrimSuffix(p.Name+", "+p.Unit, ", "))
	}
	chosen := w.choose("word-of", "", "Word of SchedulerParameters", names)
	p := list[chosen.place]
	q := question{Key: "word", TextOf: "word " + p.Name, Label: "for the scheduler:", Selections: []selection{chosen}, Answer: "Another " + p.Name}
	text, typed := w.numbers[q.TextOf]
	is, set := s.Word(p.Name)
	if p.Most == 0 {
		if q.Text = text; !typed {
			q.Text = map[bool]string{true: "no", false: "yes"}[set]
		}
		on, mistake := readYes(q.Text)
		switch q.Mistake = mistake; {
		case mistake != "":
		case on == set:
			q.Why = "So it is."
		case on:
			q.Answer = p.Name
		default:
			q.Answer = "Without " + p.Name
		}
		q.do = func() { w.WhatIfScheduler(func(s *cluster.Scheduler) { s.SetWord(p.Name, on) }) }
		return q
	}
	now, err := strconv.ParseInt(is, 10, 64)
	byDefault := !set || err != nil
	if byDefault {
		now = p.Default
	}
	if q.Text = text; !typed {
		q.Text = strconv.FormatInt(min(max(2*now, p.Least), p.Most), 10)
		if now == 0 {
			q.Text = strconv.FormatInt(min(10, p.Most), 10)
		}
	}
	n, mistake := readWhole(q.Text, float64(p.Least), float64(p.Most))
	switch {
	case mistake != "":
		if q.Mistake = mistake; p.Unit != "" {
			q.Mistake = strings.TrimSuffix(mistake, " is accepted.") + ", in " + p.Unit + ", is accepted."
		}
	case n == now:
		q.Why = "That is the present value."
	default:
		q.Answer = fmt.Sprintf("%s=%d, now %d", p.Name, n, now)
		if byDefault {
			q.Answer += " by default"
		}
	}
	q.do = func() { w.WhatIfScheduler(func(s *cluster.Scheduler) { s.SetWord(p.Name, n) }) }
	return q
}

// familiar are the words that are asked for most, which come first.
var familiar = []string{"bf_interval", "bf_window", "bf_resolution", "bf_max_job_test", "bf_max_job_user", "default_queue_depth"}

// placeIn is the place of a word in a list; the others are behind.
func placeIn(list []string, word string) int {
	if at := slices.Index(list, word); at >= 0 {
		return at
	}
	return len(list)
}

// readYes reads yes or no.
func readYes(text string) (yes bool, mistake string) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "yes":
		return true, ""
	case "no":
		return false, ""
	}
	return false, "yes or no is accepted."
}

// prioritySetting is a line of slurm.conf about priorities.
type prioritySetting struct {
	key     string
	length  bool   // otherwise it is a weight
	initial string // what Slurm takes without it
}

const week = "7-00:00:00"

var prioritySettings = []prioritySetting{
	{"PriorityWeightAge", false, "0"}, {"PriorityWeightFairshare", false, "0"}, {"PriorityWeightJobSize", false, "0"}, {"PriorityWeightPartition", false, "0"}, {"PriorityWeightQOS", false, "0"}, {"PriorityWeightAssoc", false, "0"},
	{"PriorityDecayHalfLife", true, week}, {"PriorityMaxAge", true, week},
}

// notRanked says why priorities cannot be asked about.
const notRanked = "PriorityType is not priority/multifactor: jobs have priorities in the order of submission, in which nothing is weighed."

// priorityQuestion asks for another setting of priority/multifactor.
func (w *WhatIf) priorityQuestion(s *cluster.Scheduler) question {
	var names []string
	for _, p := range prioritySettings {
		names = append(names, p.key)
	}
	chosen := w.choose("priority-of", "", "Setting of priorities", names)
	p := prioritySettings[chosen.place]
	q := question{Key: "priority", TextOf: "priority " + p.key, Label: "for priorities:", Selections: []selection{chosen}, Answer: "Another " + p.key}
	text, typed := w.numbers[q.TextOf]
	q.Text = text
	now := s.Setting(p.key)
	byDefault := now == ""
	if byDefault {
		now = p.initial
	}
	value := ""
	if p.length {
		old, err := slurmconf.Seconds(now)
		if !typed {
			q.Text = phrase.ExactSeconds(float64(max(old/2, 60)))
		}
		seconds, mistake := 0.0, ""
		if strings.TrimSpace(q.Text) != "0" || p.key == "PriorityMaxAge" {
			seconds, mistake = readLength(q.Text, false)
		}
		if p.key == "PriorityDecayHalfLife" && mistake != "" {
			mistake = strings.TrimSuffix(mistake, ".") + "; 0 if usage is not to decay."
		}
		if q.Mistake = mistake; mistake == "" {
			if value = slurmconf.Length(int64(seconds)); err == nil && float64(old) == seconds {
				q.Why = "That is the present value."
			}
		}
	} else {
		old, err := strconv.ParseInt(now, 10, 64)
		if !typed {
			q.Text = strconv.FormatInt(min(max(2*old, 1000), math.MaxUint32), 10)
		}
		n, mistake := readWhole(q.Text, 0, math.MaxUint32)
		if q.Mistake = mistake; mistake == "" {
			if value = strconv.FormatInt(n, 10); err == nil && old == n {
				q.Why = "That is the present value."
			}
		}
	}
	if q.Mistake == "" && q.Why == "" {
		q.Answer = p.key + "=" + value + ", now " + now
		if byDefault {
			q.Answer += " by default"
		}
	}
	if !s.Ranks() {
		q.Why = notRanked
	}
	q.do = func() { w.WhatIfScheduler(func(s *cluster.Scheduler) { s.SetSetting(p.key, value) }) }
	return q
}

// mostShares of an account.
const mostShares = 1 << 30

// mostOwners is how many accounts, users and QOS a list has: more would make the page slow.
const mostOwners = 200

// ownerName is what people call an account, user or QOS: by its name while names are shown, else by its number.
func (w *WhatIf) ownerName(o cluster.Owner) string {
	names := w.shownNames()
	named := func(noun string, of map[int]string, number int64) string {
		if name := of[int(number)]; name != "" {
			return noun + " " + name
		}
		return noun + " " + strconv.FormatInt(number, 10)
	}
	switch {
	case o.IsQOS():
		return named("QOS", names.QOS, o.QOS)
	case o.User < 0 && o.Account == 0:
		return "account root"
	case o.User < 0:
		return named("account", names.Accounts, o.Account)
	}
	return named("user", names.Users, o.User) + " of " + named("account", names.Accounts, o.Account)
}

// owners is a choice among owners. beyond says how many there are that are not in the list.
func (w *WhatIf) owners(key, before, name string, list []cluster.Owner) (s selection, beyond string) {
	if len(list) > mostOwners {
		beyond = fmt.Sprintf("The list has the first %d of %s rows; the others are changed in the policy's tables.", mostOwners, phrase.Grouped(int64(len(list))))
		list = list[:mostOwners]
	}
	var texts []string
	for _, o := range list {
		texts = append(texts, w.ownerName(o))
	}
	return w.choose(key, before, name, texts), beyond
}

// sharesQuestion asks for other shares of an account or a user.
func (w *WhatIf) sharesQuestion(s *cluster.Scheduler) question {
	list := slices.DeleteFunc(s.Owners(), func(o cluster.Owner) bool { return o.IsQOS() || o.User < 0 && o.Account == 0 })
	q := question{Key: "shares", Label: "shares", Answer: "Other shares"}
	if len(list) == 0 {
		q.Why = "The policy has no table of accounts: each has one share."
		return q
	}
	chosen, beyond := w.owners("shares-of", "of", "Account or user with other shares", list)
	o := list[chosen.place]
	q.Selections, q.Note = []selection{chosen}, beyond
	q.TextOf = fmt.Sprintf("shares %d %d", o.Account, o.User)
	text, typed := w.numbers[q.TextOf]
	now := s.Shares(o)
	if q.Text = text; !typed {
		q.Text = strconv.FormatInt(min(max(2*now, 1), mostShares), 10)
	}
	words := func(shares int64) string {
		if shares == cluster.ParentShares {
			return "those of the account"
		}
		return phrase.Grouped(shares)
	}
	n, mistake := readWhole(q.Text, 0, mostShares)
	if strings.EqualFold(strings.TrimSpace(q.Text), "parent") {
		n, mistake = cluster.ParentShares, ""
	}
	switch {
	case !s.Ranks():
		q.Why = notRanked
	case mistake != "":
		q.Mistake = strings.TrimSuffix(mistake, " is accepted.") + " is accepted, or parent for the shares of the account above."
	case n == now:
		q.Why = "These are the present shares."
	default:
		q.Answer = phrase.UpperFirst(w.ownerName(o)) + ": shares " + words(n) + ", now " + words(now)
		if weight := s.Setting("PriorityWeightFairshare"); weight == "" || weight == "0" {
			q.Note = phrase.Join(" ", "PriorityWeightFairshare is 0, so that shares count for nothing.", beyond)
		}
	}
	q.do = func() { w.WhatIfScheduler(func(s *cluster.Scheduler) { s.SetShares(o, n) }) }
	return q
}

// limitQuestion asks for another limit of a QOS, an account or a user.
func (w *WhatIf) limitQuestion(s *cluster.Scheduler) question {
	list := s.Owners()
	q := question{Key: "limit", Label: "as limit", Answer: "Another limit"}
	if len(list) == 0 {
		q.Why = "The policy has no table of accounts or QOS, which could have limits."
		return q
	}
	whose, beyond := w.owners("limit-whose", "of", "QOS, account or user with another limit", list)
	o := list[whose.place]
	names := slurmconf.LimitNames(o.IsQOS())
	slices.SortStableFunc(names, func(a, b string) int { return placeIn(usualLimits, a) - placeIn(usualLimits, b) })
	kind := "limit-of-account"
	if o.IsQOS() {
		kind = "limit-of-qos"
	}
	which := w.choose(kind, "", "Limit", names)
	name := names[which.place]
	q.Selections, q.Note = []selection{which, whose}, beyond
	q.TextOf = fmt.Sprintf("limit %v %s", o, name)
	text, typed := w.numbers[q.TextOf]
	now := s.Limit(o, name)
	if q.Text = text; !typed {
		q.Text = firstLimit(name, now)
	}
	value := strings.ReplaceAll(strings.TrimSpace(q.Text), " ", "")
	if isNone(value) {
		value = ""
	} else if strings.HasSuffix(name, "Wall") {
		seconds, mistake := readLength(q.Text, true)
		q.Mistake, value = mistake, slurmconf.Length(int64(seconds))
	}
	then := ""
	if q.Mistake == "" {
		var err error
		if then, err = s.LimitAfter(o, name, value); err != nil {
			q.Mistake = acceptedLimit(name)
		}
	}
	or := func(value string) string {
		if value == "" {
			return "no limit"
		}
		return value
	}
	switch {
	case !s.Limits():
		q.Mistake, q.Why = "", "Limits do not hold under this policy, as its field “Limits” says (AccountingStorageEnforce)."
	case q.Mistake != "":
	case then == now:
		q.Why = "That is the present limit."
	default:
		q.Answer = phrase.UpperFirst(w.ownerName(o)) + ": " + name + " " + or(then) + ", now " + or(now)
	}
	q.do = func() {
		w.WhatIfScheduler(func(s *cluster.Scheduler) {
			if s.SetLimit(o, name, value) != nil {
				panic("a limit that was accepted is refused")
			}
		})
	}
	return q
}

// acceptedLimit says what is accepted as a limit.
func acceptedLimit(name string) string {
	if slurmconf.CountsTRES(name) {
		return "Amounts of " + phrase.List(slurmconf.CountedTRES) + " are accepted, such as cpu=64,mem=256G; -1 takes one away, none all."
	}
	return "A whole number from 0 to 4,294,967,295 is accepted; none for no limit."
}

// usualLimits come first.
var usualLimits = []string{"MaxTRESPU", "MaxJobsPU", "GrpTRES", "MaxJobs", "MaxTRES", "MaxWall"}

// firstLimit is a limit to begin with: twice the present one, or one of the right form.
func firstLimit(name, now string) string {
	switch {
	case slurmconf.CountsTRES(name):
		kind, amount, _ := strings.Cut(strings.Split(now, ",")[0], "=")
		if n, err := strconv.ParseInt(amount, 10, 64); err == nil {
			return fmt.Sprintf("%s=%d", kind, 2*n)
		}
		return "cpu=64"
	case strings.HasSuffix(name, "Wall"):
		if seconds, err := slurmconf.Seconds(now); err == nil && seconds > 0 {
			return phrase.ExactSeconds(float64(2 * seconds))
		}
		return "1 d"
	}
	if n, err := strconv.ParseInt(now, 10, 64); err == nil {
		return strconv.FormatInt(max(1, 2*n), 10)
	}
	return "10"
}
