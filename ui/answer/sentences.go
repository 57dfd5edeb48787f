package answer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/ui/compare"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// Topic is what the answer is about: the metric of the curves.
func (e *Estimates) Topic() *metrics.Description {
	return &metrics.Descriptions[metrics.Index(e.Metric)]
}

// AboutWaits says whether the answer is about waits, for which there are words.
func (e *Estimates) AboutWaits() bool { return e.Metric == "meanWait" }

// Empty says whether nothing has been measured at the point.
func (e *Estimates) Empty() bool {
	return len(e.Curves[e.Point].Means) == 0 && len(e.Table.Means) == 0 && !e.Table.isUnstable(e.Plan.Policies[e.Plan.Baseline].Label)
}

// Sentence says what jobs have of the metric under each policy, and how that compares.
func (e *Estimates) Sentence() string {
	d, here := e.Topic(), &e.Curves[e.Point]
	base := e.Plan.Policies[e.Plan.Baseline].Label
	mean := here.Mean(e.Metric, base)
	if mean == nil && e.Table.isUnstable(base) {
		return base + unstableWords + ", so that there is nothing to compare with."
	}
	if e.Empty() {
		return "nothing has been measured here yet."
	}
	if mean == nil {
		return base + " has no " + phrase.LowerFirst(d.Title) + " to compare with."
	}
	level := AtLevel(e.Plan.Level)
	rivals, log := e.rivals()
	if len(rivals) == 0 {
		return phrase.Join(" ", e.alone(mean), e.logWords(log))
	}
	var found clauses
	var unstable, single, apart []string
	bounded, n := 0, 0
	var bounds string
	for _, policy := range rivals {
		if e.Table.isUnstable(policy.Label) && here.BestComparison(d, policy.Label, e.Absolute) == nil {
			unstable = append(unstable, policy.Label)
			continue
		}
		if e.Unlike(e.Point, d, policy.Label) {
			apart = append(apart, policy.Label)
			continue
		}
		if e.OneDrawing(here, policy.Label) {
			single = append(single, policy.Label)
			continue
		}
		interval, pairs := e.compare(policy.Label, base, len(rivals) > 1, &found)
		if interval != "" {
			bounded++
			bounds, n = interval, max(n, pairs)
		}
	}
	text := e.words(&found, base)
	switch {
	case text == "" && len(apart) > 0 && len(single) == 0:
		text = phrase.UpperFirst(e.alone(mean))
	case text == "":
	case bounded == 0 && mean.Low != nil:
		text += "."
	case bounded == 0:
		text += OneRunOf(e.Plan)
	case len(rivals) == 1:
		text += "; " + level + " interval " + bounds + "; " + e.Count(n, "paired ") + "."
	default:
		text += "; " + level + " intervals; " + e.Count(n, "paired ") + "."
	}
	switch len(unstable) {
	case 0:
	case 1:
		text = phrase.Join(" ", text, unstable[0]+unstableWords+".")
	default:
		text = phrase.Join(" ", text, phrase.List(unstable)+" are unstable: their queues grow without end.")
	}
	never := e.neverWords(apart)
	if never != "" {
		text = phrase.UpperFirst(text)
	}
	return phrase.Join(" ", never, text, e.singleWords(single, base, found.none()), e.logWords(log))
}

// singleWords say of policies of which one drawing is known what each has, and of the baseline if it has not been told of; "" of none.
func (e *Estimates) singleWords(policies []string, base string, whole bool) string {
	if len(policies) == 0 {
		return ""
	}
	if whole {
		policies = append([]string{base}, policies...)
	}
	d, here := e.Topic(), &e.Curves[e.Point]
	var clauses []string
	for _, label := range policies {
		mean := here.Mean(e.Metric, label)
		if mean == nil {
			continue
		}
		clause := "under " + label + " "
		switch {
		case len(clauses) > 0:
		case e.AboutWaits():
			clause += "a job waits "
		default:
			clause += subject(d) + " "
		}
		clause += phrase.Unbroken(ScaleFor(d, mean.Mean).Text(mean.Mean))
		if len(clauses) == 0 && e.AboutWaits() {
			clause += " on average"
		}
		clauses = append(clauses, clause)
	}
	text := phrase.List(clauses) + ", in one drawing of when Slurm's loops begin: another may reverse a difference, so none is told."
	if !whole {
		text = phrase.UpperFirst(text)
	}
	return text
}

// rivals are the policies that the baseline is compared with, and the one that repeats the log, which is none of them; nil: there is none, or it is
// the baseline.
func (e *Estimates) rivals() (rivals []*scenario.PlannedPolicy, log *scenario.PlannedPolicy) {
	for k := range e.Plan.Policies {
		switch policy := &e.Plan.Policies[k]; {
		case k == e.Plan.Baseline:
		case policy.Kind.Kind == scenario.Recorded:
			log = policy
		default:
			rivals = append(rivals, policy)
		}
	}
	return rivals, log
}

// alone says what the one policy gives.
func (e *Estimates) alone(mean *experiment.Mean) string {
	d := e.Topic()
	s := ScaleFor(d, mean.Mean)
	text := phrase.LowerFirst(d.Title) + " " + phrase.Unbroken(s.Text(mean.Mean)) + " under " + mean.Policy
	if e.AboutWaits() {
		text = "under " + mean.Policy + " a job waits " + phrase.Unbroken(s.Text(mean.Mean)) + " on average"
	}
	if bounds := s.Bounds(mean.Low, mean.High); bounds != "" {
		return text + "; " + AtLevel(e.Plan.Level) + " interval " + phrase.Unbroken(bounds+s.Unit) + "; " + e.Count(mean.N, "") + "."
	}
	return text + OneRunOf(e.Plan)
}

// logWords say what the log recorded, and of how many jobs where others ended under some policy; "" if that is not known.
func (e *Estimates) logWords(log *scenario.PlannedPolicy) string {
	if log == nil {
		return ""
	}
	mean := e.Curves[e.Point].Mean(e.Metric, log.Label)
	if mean == nil {
		return ""
	}
	text := "The log recorded a " + phrase.LowerFirst(e.Topic().Title) + " of " + phrase.Unbroken(ScaleFor(e.Topic(), mean.Mean).Text(mean.Mean))
	started := e.Curves[e.Point].Mean("jobs", log.Label)
	for i := range e.Plan.Policies {
		if ended := e.Curves[e.Point].Mean("jobs", e.Plan.Policies[i].Label); started != nil && ended != nil && ended.Mean != started.Mean {
			return text + ", over the " + phrase.Plural(int64(math.Round(started.Mean)), "job") + " that started in it; the other means are over other jobs."
		}
	}
	return text + "."
}

// unstableWords follow the name of a policy.
const unstableWords = " is unstable: its queue grows without end"

// OneRun ends a sentence about a single run.
const OneRun = "; one run of one workload: no interval."

// OneRunOf is OneRun of a plan, whose policies may draw.
func OneRunOf(plan *scenario.Plan) string {
	if plan.DrawsLoops() {
		return "; one run of one workload, in one drawing: no interval."
	}
	return OneRun
}

// Count is "200 paired workloads" or, of a single steady run, "20 paired batches".
func (e *Estimates) Count(n int, paired string) string { return SamplesText(e.Plan, n, paired) }

// SamplesText is Estimates.Count of any plan. It says of which drawings means are over: "20 paired drawings of when Slurm's loops begin" of the same jobs.
func SamplesText(plan *scenario.Plan, n int, paired string) string {
	text := phrase.Grouped(int64(n)) + " " + paired + SampleNoun(plan, n)
	switch {
	case plan.InBatches() || !plan.DrawsLoops():
		return text
	case plan.DrawsJobs():
		return text + ", each in another drawing of when Slurm's loops begin"
	}
	return text + " of when Slurm's loops begin"
}

// OnlyDrawings says whether replications have the same jobs, so that they are drawings of what policies draw alone.
func OnlyDrawings(plan *scenario.Plan) bool {
	return !plan.InBatches() && plan.DrawsLoops() && !plan.DrawsJobs()
}

// SampleNoun is what n means are over: "workload", "batches", "drawings".
func SampleNoun(plan *scenario.Plan, n int) string {
	switch {
	case plan.InBatches() && n == 1:
		return "batch"
	case plan.InBatches():
		return "batches"
	case OnlyDrawings(plan):
		return phrase.Verb(n, "drawing", "drawings")
	}
	return phrase.Verb(n, "workload", "workloads")
}

// OneDrawing says whether what is known of a policy and of the baseline at a point is of one drawing of what one of them draws: another may turn their
// difference round, so that none is told.
func (e *Estimates) OneDrawing(at *Numbers, policy string) bool {
	if !e.Draws(policy) {
		return false
	}
	c := at.BestComparison(e.Topic(), policy, e.Absolute)
	return c != nil && c.N < 2
}

// Draws says whether a policy, or the baseline, draws something, so that one run of both is one drawing.
func (e *Estimates) Draws(policy string) bool {
	for i, p := range e.Plan.Policies {
		if p.Kind.Draws && (i == e.Plan.Baseline || p.Label == policy) {
			return true
		}
	}
	return false
}

// clauses are what comparisons with the base have found.
type clauses struct {
	differ []string // "20.0 % less under EASY"; the first one goes on " than under FCFS"
	values []string // "14 h under EASY", where there is no interval
	alike  []string // "EASY", or "EASY (−1.0 to 2.0 %)": the interval contains zero
	lack   []string // "EASY": has no mean
}

func (c *clauses) none() bool {
	return c.differ == nil && c.values == nil && c.alike == nil && c.lack == nil
}

// words are the clauses as one sentence without its end, "" of none.
func (e *Estimates) words(c *clauses, base string) string {
	d := e.Topic()
	about := subject(d)
	if e.AboutWaits() {
		about = "jobs wait"
	}
	var parts []string
	if c.differ != nil {
		parts = append(parts, about+" "+phrase.List(c.differ))
	}
	if c.values != nil {
		mean := e.Curves[e.Point].Mean(d.Name, base).Mean
		parts = append(parts, about+" "+phrase.List(c.values)+", against "+phrase.Unbroken(ScaleFor(d, mean).Text(mean))+" under "+base)
	}
	if c.alike != nil {
		no := "no difference"
		if c.differ == nil && !e.AboutWaits() {
			no += " in " + phrase.LowerFirst(d.Title)
		}
		if len(c.alike) == 1 && c.differ == nil && !strings.HasSuffix(c.alike[0], ")") {
			parts = append(parts, no+" between "+c.alike[0]+" and "+base+" is shown")
		} else {
			parts = append(parts, no+" from "+base+" is shown under "+phrase.List(c.alike))
		}
	}
	if c.lack != nil {
		parts = append(parts, phrase.List(c.lack)+phrase.Verb(len(c.lack), " has", " have")+" no "+phrase.LowerFirst(d.Title)+" to compare")
	}
	return strings.Join(parts, "; ")
}

// subject is a metric as the subject of a sentence, with its verb: "the mean slowdown is", "the number of killed jobs is".
func subject(d *metrics.Description) string {
	title := phrase.LowerFirst(d.Title)
	switch {
	case d.Name == "jainSlowdown":
		return d.Title + " is"
	case d.Name == "meanQueue" || d.Name == "maxQueue" || d.Unit == "s" || d.Unit == "jobs/s":
	case d.Unit == "preemptions":
		return "the number of preemptions, " + title + ", is"
	case d.Unit != "":
		return "the number of " + title + " is"
	case d.Name == "late" || d.Name == "dedicatedOnTime" || strings.HasPrefix(d.Name, "stranded") || strings.HasPrefix(d.Name, "believedToo"):
		return "the share of " + title + " is"
	}
	return "the " + title + " is"
}

// compare adds to found how a policy compares with the base, with the interval behind it if there are others. It returns the interval, in the terms of
// what is said, "" if there is none, and of how many pairs it is.
func (e *Estimates) compare(policy, base string, others bool, found *clauses) (interval string, pairs int) {
	d, here := e.Topic(), &e.Curves[e.Point]
	c := here.BestComparison(d, policy, e.Absolute)
	if c == nil {
		found.lack = append(found.lack, policy)
		return "", 0
	}
	behind := ""
	differ := func(what string) {
		text := what + " under " + policy
		if found.differ == nil {
			text += than(what) + base
		}
		found.differ = append(found.differ, text+behind)
	}
	if c.Low == nil {
		mean, other := here.Mean(d.Name, base), here.Mean(d.Name, policy)
		switch {
		case mean.Mean == other.Mean:
			differ(e.same())
		case e.AboutWaits():
			differ(Compared(mean.Mean, other.Mean))
		default:
			found.values = append(found.values, phrase.Unbroken(ScaleFor(d, mean.Mean).Text(other.Mean))+" under "+policy)
		}
		return "", c.N
	}
	v := c.Difference.Difference
	s := ScaleFor(d, v)
	switch {
	case c.Kind == "ratio":
		v = *c.Relative
		s = ShareScale(v)
	case IsShare(d.Name):
		s.Unit = " points"
	}
	what, interval := e.change(s, v, c.Low, c.High)
	if others {
		behind = " (" + interval + ")"
	}
	if what == "" {
		found.alike = append(found.alike, policy+behind)
	} else {
		differ(what)
	}
	return interval, c.N
}

// same says that there is as much of the metric.
func (e *Estimates) same() string {
	if e.AboutWaits() {
		return "as long"
	}
	return "the same"
}

// change says how much more or less there is of the metric, in a scale: "20.0 % less". The interval is in the same terms, "18.0 to 22.1 %", and "" if there
// is none. what is "" where no difference is shown: the interval contains zero and other values.
func (e *Estimates) change(s Scale, v float64, low, high *float64) (what, interval string) {
	more, less := " higher", " lower"
	if e.AboutWaits() {
		more, less = " more", " less"
	}
	unclear := low != nil && *low <= 0 && *high >= 0
	word := more
	if v < 0 && !unclear {
		v, low, high, word = -v, Negative(high), Negative(low), less
	}
	if bounds := s.Bounds(low, high); bounds != "" {
		interval = phrase.Unbroken(bounds + s.Unit)
	}
	switch {
	case low == nil && v == 0, unclear && *low == *high:
		return e.same(), interval
	case unclear:
		return "", interval
	}
	return phrase.Unbroken(s.Text(v)) + word, interval
}

// than follows what was found of a policy and precedes the base: "less under EASY than under FCFS", "as long under EASY as under FCFS".
func than(what string) string {
	if strings.HasSuffix(what, "as long") || what == "the same" {
		return " as under "
	}
	return " than under "
}

// PointWords compare what a policy has of the metric at each point of a sweep with what it has at the first: "a job waits 20.0 % more (18.0 to
// 22.1 %) at 0.6; no difference is shown at 0.7 (−1.0 to 2.0 %)". at are the names of the points.
func (e *Estimates) PointWords(points []*experiment.Estimate, at []string) string {
	about := subject(e.Topic())
	if e.AboutWaits() {
		about = "a job waits"
	}
	var differ, alike []string
	for i, one := range points {
		v := -*one.Measured // Measured is how much less there is
		what, interval := e.change(ShareScale(v), v, Negative(one.High), Negative(one.Low))
		if interval != "" {
			interval = " (" + interval + ")"
		}
		switch what {
		case "":
			alike = append(alike, at[i]+interval)
		case e.same():
			differ = append(differ, what+" at "+at[i])
		default:
			differ = append(differ, what+interval+" at "+at[i])
		}
	}
	var parts []string
	if differ != nil {
		parts = append(parts, about+" "+phrase.List(differ))
	}
	if alike != nil {
		no := "no difference"
		if differ == nil && e.AboutWaits() {
			no += " in mean waits"
		} else if differ == nil {
			no += " in " + phrase.LowerFirst(e.Topic().Title)
		}
		parts = append(parts, no+" is shown at "+phrase.List(alike))
	}
	return strings.Join(parts, "; ")
}

// LateWords say how many jobs miss their deadlines under each policy; "" if there are no deadlines.
func LateWords(runs []*result.Run) string {
	var clauses []string
	for _, r := range runs {
		if late := r.Metrics.Value("late"); !math.IsNaN(late) && r.Unplaced() == 0 {
			clauses = append(clauses, phrase.Unbroken(phrase.Percent(late))+" under "+r.Label)
		}
	}
	if len(clauses) == 0 {
		return ""
	}
	return "Late, of the jobs with a deadline: " + phrase.List(clauses) + "."
}

// Sentence says how long jobs wait under each policy and how that compares, and beside it what the log recorded. A policy that draws is not compared:
// another drawing might turn the difference round.
func (t SideBySide) Sentence() string {
	baseline := t.Baseline
	if t.Unplaced(baseline) {
		return t.besideUnplaced()
	}
	wait := t.meanWait(baseline)
	if math.IsNaN(wait) {
		return "No job ended, so there is nothing to compare."
	}
	var clauses, idle []string
	var alone []int // runs that are told without a comparison
	log := t.Log()
	said := "" // of the baseline
	for i, r := range t.Runs {
		switch {
		case t.isLog(i):
			continue
		case i == baseline || t.Unplaced(i):
			continue
		case t.OneDrawing(i):
			alone = append(alone, i)
			continue
		}
		was, other, jobs := wait, t.meanWait(i), ""
		if c := t.Contrasts[i]; c != nil {
			was, other = c.Of[0].Value("meanWait"), c.Of[1].Value("meanWait")
			if !c.All {
				jobs = ", over the " + phrase.Plural(int64(c.Jobs), "job") + " that ended under both"
			}
		}
		if math.IsNaN(other) {
			idle = append(idle, r.Label)
			continue
		}
		how, mean := Compared(was, other), phrase.Unbroken(phrase.Seconds(other))
		clause := how + " under " + r.Label
		against := " against " + phrase.Unbroken(phrase.Seconds(was)) + jobs
		if how == "as long" {
			against = jobs
		}
		switch {
		case len(clauses) == 0:
			clause += t.thanBaseline(how) + " (mean " + mean + against + ")"
		case said == fmt.Sprint(was, jobs):
			clause += " (" + mean + ")"
		default:
			clause += " (" + mean + against + ")"
		}
		said = fmt.Sprint(was, jobs)
		clauses = append(clauses, clause)
	}
	if len(clauses) == 0 && !t.isLog(baseline) {
		alone = append([]int{baseline}, alone...)
	}
	var text string
	if len(clauses) > 0 {
		text = "Jobs wait " + phrase.List(clauses) + OneRun
	}
	text = phrase.Join(" ", text, t.alone(alone, text == ""))
	if len(idle) > 0 {
		text = phrase.Join(" ", text, "No job that ended under "+t.Runs[baseline].Label+" ended under "+phrase.List(idle)+".")
	}
	if log >= 0 && (log != baseline || len(clauses) == 0) {
		text = phrase.Join(" ", text, t.logWords(log))
	}
	for i := range t.Runs {
		text = phrase.Join(" ", text, t.unplacedWords(i))
	}
	return text
}

func (t SideBySide) meanWait(i int) float64 { return t.Runs[i].Metrics.Value("meanWait") }

// thanBaseline follows what was found of a policy: "than under FCFS", "than the log recorded".
func (t SideBySide) thanBaseline(how string) string {
	if !t.isLog(t.Baseline) {
		return than(how) + t.Runs[t.Baseline].Label
	}
	return strings.TrimSuffix(than(how), "under ") + "the log recorded"
}

// alone says of some runs how long jobs wait, each by itself; whole: nothing else is said of the experiment.
func (t SideBySide) alone(runs []int, whole bool) string {
	var clauses, idle []string
	apart, ranged := false, false
	for _, i := range runs {
		r := t.Runs[i]
		if math.IsNaN(t.meanWait(i)) {
			idle = append(idle, r.Label)
			continue
		}
		clause := "under " + r.Label + " "
		if len(clauses) == 0 {
			clause += "a job waits "
		}
		clause += phrase.Unbroken(phrase.Seconds(t.meanWait(i)))
		if len(clauses) == 0 {
			clause += " on average"
		}
		if d := t.drawn(i); d != nil && d.N > 0 {
			ranged = true
			clause += " in this drawing (" + d.rangeWords() + ")"
		} else if d != nil {
			clause += " in one drawing"
		}
		clauses = append(clauses, clause)
		apart = apart || t.Contrasts[i] != nil && !t.Contrasts[i].All
	}
	var text string
	if len(clauses) > 0 {
		text = phrase.UpperFirst(phrase.List(clauses))
		if apart {
			text += ", each over the jobs that ended under it"
		}
		switch {
		case !whole:
			text += "."
		case ranged:
			text += "; one workload, so that the range is of the draws alone."
		default:
			text += OneRun
		}
	}
	if len(idle) > 0 {
		text = phrase.Join(" ", text, "No job ended under "+phrase.List(idle)+".")
	}
	return text
}

// logWords say what the log recorded, in run i, and, where other jobs ended in it than under the other policies, of how many, and how long these wait
// under each of those.
func (t SideBySide) logWords(i int) string {
	if math.IsNaN(t.meanWait(i)) {
		return "The log recorded no wait of a job that ended."
	}
	text := "The log recorded a mean wait of " + phrase.Unbroken(phrase.Seconds(t.meanWait(i)))
	jobs := int(t.Runs[i].Metrics.Value("jobs"))
	if !slices.ContainsFunc(t.Logged, func(c *compare.Common) bool { return c != nil }) {
		return text + "."
	}
	text += ", over the " + phrase.Plural(int64(jobs), "job") + " that started in it"
	var clauses []string
	for k, c := range t.Logged {
		if c == nil || c.Jobs == 0 || t.Unplaced(k) {
			continue
		}
		clause := phrase.Unbroken(phrase.Seconds(c.Of[1].Value("meanWait"))) + " under " + t.Runs[k].Label
		if t.drawn(k) != nil {
			clause += " in one drawing"
		}
		if c.Jobs < jobs {
			clause += " (the " + phrase.Grouped(int64(c.Jobs)) + " of them that ended)"
		}
		clauses = append(clauses, clause)
	}
	if len(clauses) == 0 {
		return text + "."
	}
	return text + "; the same jobs wait " + phrase.List(clauses) + "."
}

// Compared says how a mean wait compares with another one: "20.0 % less", "as long", or "about as long" where they are alike.
func Compared(base, other float64) string {
	switch {
	case base == other:
		return "as long"
	case alike(base, other, phrase.Seconds(base), phrase.Seconds(other)):
		return "about as long"
	case base == 0:
		return "longer"
	case other < base:
		return phrase.Unbroken(phrase.Percent((base-other)/base)) + " less"
	}
	return phrase.Unbroken(phrase.Percent((other-base)/base)) + " more"
}

// Negative is -v; nil stays nil.
func Negative(v *float64) *float64 {
	if v == nil {
		return nil
	}
	n := -*v
	return &n
}
