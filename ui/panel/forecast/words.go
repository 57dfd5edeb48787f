package forecast

import (
	"fmt"

	"backfill/engine"
	"backfill/engine/forecast"
	"backfill/ui/explain"
	"backfill/ui/phrase"
)

// at is an instant of a start in words.
func (p *Forecast) at(start engine.Time) string {
	if start == engine.Never {
		return "never"
	}
	return "at " + p.Clock().Format(start)
}

// wait is how long a start is after a job came.
func (p *Forecast) wait(start engine.Time) string {
	switch t := p.Started(); {
	case start == engine.Never:
		return "never"
	case start-t.At < engine.Second:
		return "0 s"
	default:
		return phrase.Span((start - t.At) / engine.Second * engine.Second)
	}
}

// share is the part of drawings in which a start is to lie in the range.
var share = phrase.Percent(forecast.Level)

// rangeOf is the median of starts with the range of 80 %.
func (p *Forecast) rangeOf(s forecast.Starts) string {
	low, median, high := s.Low(), s.Median(), s.High()
	switch {
	case low == engine.Never:
		return "never"
	case p.at(low) == p.at(high):
		return p.at(low) + " (in at least " + share + " of the drawings)"
	case high == engine.Never:
		return p.at(median) + " (the median; in " + share + " of the drawings " + p.at(low) + " or later, or never)"
	}
	return p.at(median) + " (the median; in " + share + " of the drawings between " + p.Clock().Format(low) + " and " + p.Clock().Format(high) + ")"
}

// past is what later arrivals are like.
func past(t *forecast.Told) string {
	if t.Blocks.Same > engine.Day {
		return "as in past weeks"
	}
	return "as on past days"
}

// foretells says whether there is an answer that says something of the job: of one that comes long after the log only later arrivals do.
func (p *Forecast) foretells() bool {
	t := p.Started()
	return t != nil && (t.Never != nil || t.Later != nil || !t.Forgotten())
}

// Sentence is the answer, "" if there is none.
func (p *Forecast) Sentence() string {
	t := p.Started()
	if t == nil {
		return ""
	}
	job := p.told.job()
	switch {
	case t.Never != nil:
		return phrase.UpperFirst(job) + " never starts. " + explain.Never(t.Never.Refused, t.Never.Waits, t.Never.AtMost, t.Never.Last)
	case t.Forgotten():
		return p.forgotten(job)
	}
	text := phrase.UpperFirst(job) + " starts " + p.rangeOf(t.None) + " without later arrivals"
	if t.Later != nil {
		return text + ", and " + p.rangeOf(t.Later) + " with arrivals " + past(t) + "."
	}
	return text + ". With later arrivals there is no forecast: they are drawn as whole days, and the log has less than a day before that."
}

// forgotten is the answer about a job that comes so late that the end of the log tells nothing of what it meets: it rests on later arrivals alone.
func (p *Forecast) forgotten(job string) string {
	t := p.Started()
	text := "The log does not say what " + job + " will meet: of the jobs that ran or waited at its end, none runs any more by then"
	if t.Known.Run+t.Known.Wait == 0 {
		text = "The log does not say what " + job + " will meet: at its end nothing ran or waited"
	}
	if t.Later != nil {
		return text + ". All depends on what comes until then. If that is " + past(t) + ", drawn at random, it starts " + p.rangeOf(t.Later) + "."
	}
	return text + ". All depends on what comes until then, and the log has less than a day from which that could be drawn. There is no forecast."
}

// Depends says what the answer depends on.
func (p *Forecast) Depends() []string {
	t := p.Started()
	if t == nil {
		return nil
	}
	if t.Never != nil && t.Never.Refused != "" {
		what := "It is refused when it comes"
		if t.Never.Waits {
			what = "It can never start"
		}
		return []string{fmt.Sprintf("%s, in all %s drawings of how long the jobs run that run or wait.", what, phrase.Grouped(int64(len(t.None))))}
	}
	k := t.Known
	now := p.Clock().Format(t.Now)
	if t.Now == p.end() {
		now = "the end of the log, " + now
	}
	list := []string{fmt.Sprintf("The log is used up to %s: %s %s and %s %s then.", now,
		phrase.Plural(int64(k.Run), "job"), phrase.Verb(k.Run, "runs", "run"), phrase.Grouped(int64(k.Wait)), phrase.Verb(k.Wait, "waits", "wait"))}
	if t.At > t.Now {
		list[0] += " " + p.afterEnd()
	}
	list = append(list, fmt.Sprintf("How long these jobs run is drawn, %s times, from the %s that had started: from those of the same user with the same limit or, where these are fewer than ten, of the same user, of the same account and partition, of the same partition, of all. "+
		"It is decided by “%s”, whose loops begin at another instant in each drawing.", phrase.Grouped(int64(len(t.None))), phrase.Plural(int64(k.Ended+k.Run), "job"), p.told.run.Label))
	if p.ChangedSinceHeld() {
		list = append(list, "The scheduler, or its cluster, is the changed one, not that before the change.")
	}
	if t.Later != nil {
		unit := "weeks"
		if t.Blocks.Same <= engine.Day {
			unit = "days"
		}
		n := fmt.Sprint(t.Blocks.Most)
		switch {
		case t.Blocks.Fewest < t.Blocks.Most:
			n = fmt.Sprintf("%d to %d", t.Blocks.Fewest, t.Blocks.Most)
		case t.Blocks.Most == 1:
			n, unit = "one", unit[:len(unit)-1]
		}
		same := "those of the same weekday in a week"
		if t.Blocks.Same <= engine.Day {
			same = "those of a day"
		}
		list = append(list, fmt.Sprintf("Later arrivals are, for each day that comes, %s that is drawn from %s past %s.", same, n, unit))
		if after := t.Later.After(t.At + 7*engine.Day); after > 0 {
			list = append(list, fmt.Sprintf("With them the job starts never or more than 7 days after it came, when no more jobs come, in %s.", phrase.Plural(int64(after), "drawing")))
		}
	}
	if k.OfRequests() {
		list = append(list, fmt.Sprintf("Of the %s that had ended %s ran exactly as long as they asked for, as in logs without time limits: the simulated scheduler then knows what nobody knew.",
			phrase.Plural(int64(k.Ended), "job"), phrase.Grouped(int64(k.Exact))))
	}
	unknown := "Not known: who cancels jobs, which nodes fail or are closed, who changes the configuration, and whether users go on as before."
	if len(p.told.missing) > 0 {
		unknown += " Not said of the job: " + phrase.List(p.told.missing) + "."
	}
	list = append(list, unknown)
	if p.Tried() == nil && p.foretells() {
		list = append(list, "Whether such ranges are right for this log is untested. “How often was that right?” asks about jobs whose starts are in the log.")
	}
	return list
}

// afterEnd says what the end of the log tells of a job that comes later.
func (p *Forecast) afterEnd() string {
	t := p.Started()
	text := "The job comes " + phrase.Span((t.At-t.Now)/engine.Second*engine.Second) + " later, and what happens until then is simulated, too."
	known, drawings := int64(t.Known.Run+t.Known.Wait), phrase.Grouped(int64(len(t.None)))
	switch {
	case known == 0:
		return text + " Nothing runs or waits when the log ends, so that only later arrivals count, and what was used before where priorities or limits count it."
	case t.Left.Most == 0:
		return text + " By then everything that runs or waits when the log ends has ended, in all " + drawings + " drawings. Only later arrivals count, and what was used before where priorities or limits count it."
	case t.Forgotten():
		return text + fmt.Sprintf(" By then none of what runs or waits when the log ends is running, in %s of %s drawings; up to %s still wait. Only later arrivals count, and what was used before where priorities or limits count it.",
			phrase.Grouped(int64(t.Left.Idle)), drawings, phrase.Plural(int64(t.Left.Most), "job"))
	}
	left := phrase.Grouped(int64(t.Left.Most)) + " " + phrase.Verb(t.Left.Most, "has", "have") + " not ended by then"
	if t.Left.Fewest < t.Left.Most {
		left = fmt.Sprintf("%s to %s have not ended by then, not as many in each drawing", phrase.Grouped(int64(t.Left.Fewest)), phrase.Grouped(int64(t.Left.Most)))
	}
	return text + fmt.Sprintf(" Of what runs or waits when the log ends, %s, %s.", phrase.Plural(known, "job"), left)
}

// Calibration says how often answers are right, nil if that was not found out.
func (p *Forecast) Calibration() []string {
	c := p.Tried()
	if c == nil {
		return nil
	}
	n := len(c.Tries)
	low, high := *c.Coverage.Low, *c.Coverage.High
	list := []string{fmt.Sprintf("Of %s of the log's second half, %s started within the %s range of their forecast (%s; with 95 %% confidence %s to %s).", phrase.Plural(int64(n), "job"), phrase.Grouped(int64(c.Within)), share,
		phrase.Percent(c.Coverage.Mean), phrase.Percent(low), phrase.Percent(high))}
	if p.ChangedSinceHeld() {
		list = append(list, fmt.Sprintf("That is of “%s”, before the change. The log says nothing about the changed one.", p.tried.run.Label))
	}
	switch {
	case high < forecast.Level:
		list = append(list, "The range is too narrow here: starts lie outside it more often than it says.")
	case low > forecast.Level:
		list = append(list, "The range is too wide here: starts lie within it more often than it says.")
	case c.Coverage.Mean < 0.75:
		list = append(list, "The range may be too narrow here: fewer starts lie within it than it says, but of so few jobs that may be chance.")
	case c.Coverage.Mean > 0.85:
		list = append(list, "The range may be too wide here: more starts lie within it than it says, but of so few jobs that may be chance.")
	}
	text := phrase.UpperFirst(fmt.Sprintf("%s started earlier and %s later.", phrase.OrNone(c.Below), phrase.OrNone(c.Above)))
	if c.Waited > 0 {
		text += fmt.Sprintf(" Of the %s that waited for more than a minute, %s started within it.", phrase.Grouped(int64(c.Waited)), phrase.Grouped(int64(c.WaitedWithin)))
	}
	later := "without later arrivals, for which the log has too little past before them"
	if c.Later {
		later = "with arrivals as in the past before it"
	}
	return append(list, text+fmt.Sprintf(" Each was asked about as of when it came, %s, in %s.", later, phrase.Plural(int64(c.Drawings), "drawing")))
}
