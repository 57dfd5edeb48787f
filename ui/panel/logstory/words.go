package logstory

import (
	"fmt"
	"time"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/story"
	"backfill/ui/phrase"
)

// noun is what a dimension is called, of one job.
func (p *Story) noun(d story.Dimension) string {
	switch d {
	case story.Partition:
		return p.OwnerWordIn(p.of.Kind, metrics.ByQueue)
	case story.Account:
		return p.OwnerWordIn(p.of.Kind, metrics.ByGroup)
	}
	return [story.Dimensions]string{story.User: "user", story.QOS: "QOS", story.Size: "size", story.Limit: "requested time", story.GPU: "GPUs", story.Used: "share of the requested time used",
		story.State: "final state", story.Week: "week", story.HourOfWeek: "hour of the week"}[d]
}

// legend are the names of the classes of a dimension, that with the number 1 first; nil: there are none.
func (p *Story) legend(d story.Dimension) []string {
	legend := p.LoggedNames()
	if legend == nil {
		return nil
	}
	switch d {
	case story.Partition:
		return legend[accounting.Partitions]
	case story.Account:
		return legend.Groups()
	case story.User:
		return legend[accounting.Users]
	case story.QOS:
		return legend[accounting.QOSs]
	}
	return nil
}

// label is what a class is called in a table of its dimension.
func (p *Story) label(d story.Dimension, class int32) string {
	if class == story.Unknown && d != story.State {
		return "unknown"
	}
	switch d {
	case story.Size:
		if class == 0 {
			return "1"
		}
		return phrase.Grouped(1<<class) + "–" + phrase.Grouped(1<<(class+1)-1)
	case story.Limit:
		return limit(class)
	case story.GPU:
		if class == 0 {
			return "none"
		}
		return "some"
	case story.Used:
		if class == 10 {
			return "100 % or more"
		}
		return fmt.Sprintf("%d–%d %%", 10*class, 10*class+10)
	case story.State:
		return accounting.State(class).String()
	case story.Week:
		if !p.told.Dated {
			return phrase.Grouped(int64(class) + 1)
		}
		const monday, week = 4 * 24 * 3600, 7 * 24 * 3600
		return date(monday + int64(class)*week)
	case story.HourOfWeek:
		return fmt.Sprintf("%s, %d to %d h", time.Weekday((class/24+1)%7), class%24, class%24+1)
	}
	if legend := p.legend(d); p.Named && class > 0 && int(class) <= len(legend) {
		return legend[class-1]
	}
	return fmt.Sprint(class)
}

// limit is what a class of requested times is called.
func limit(class int32) string {
	switch {
	case class == story.NoLimit:
		return "no limit"
	case int(class) == len(story.Limits):
		return "over " + span(int64(story.Limits[class-1]))
	case class == 0:
		return "up to " + span(int64(story.Limits[0]))
	}
	return span(int64(story.Limits[class-1])) + " to " + span(int64(story.Limits[class]))
}

// what is a class among jobs of any: "user 3", "1 h to 4 h requested time".
func (p *Story) what(d story.Dimension, class int32) string {
	label := p.label(d, class)
	switch d {
	case story.Partition, story.Account, story.User, story.QOS:
		return p.noun(d) + " " + label
	case story.Size:
		return label + " " + phrase.Verb(int(class)+1, "processor", "processors")
	case story.GPU:
		if class == 0 {
			return "no GPUs"
		}
		return "GPUs"
	case story.Week:
		if p.told.Dated {
			return "the week of " + label
		}
		return "week " + label
	case story.HourOfWeek:
		return label
	}
	return p.noun(d) + ": " + label
}

func span(seconds int64) string { return phrase.Span(engine.Time(seconds) * engine.Second) }

// date and instant are what clocks show.
func date(at int64) string { return time.Unix(at, 0).UTC().Format("2006-01-02") }

// instant is a date with the time of day or, in a log without dates, the time since its beginning.
func (p *Story) instant(at int64) string {
	if !p.told.Dated {
		return span(at)
	}
	return time.Unix(at, 0).UTC().Format("2006-01-02 15:04")
}

// hours are hours with as many digits as say something.
func hours(seconds float64) string {
	switch h := seconds / 3600; {
	case h >= 100 || h == 0:
		return phrase.Decimals(h, 0)
	case h >= 10:
		return phrase.Decimals(h, 1)
	default:
		return phrase.Decimals(h, 2)
	}
}

// Filters say of which jobs alone the story is, nothing if it is of all.
func (p *Story) Filters() []string {
	if len(p.filter) == 0 {
		return nil
	}
	var only []string
	for _, c := range p.filter {
		only = append(only, p.what(c.Dimension, c.Class))
	}
	return []string{"Only " + phrase.List(only) + "."}
}

// Sentences tell the story in short.
func (p *Story) Sentences() []string {
	t := p.told
	if t.All.Jobs == 0 {
		return []string{"No job of the log is of all these."}
	}
	first := phrase.Plural(int64(t.All.Jobs), "job")
	if t.All.Jobs != t.Of {
		first += " of " + phrase.Grouped(int64(t.Of))
	}
	switch {
	case t.Dated && t.Zone == "":
		first += fmt.Sprintf("; the log runs from %s to %s (UTC).", p.instant(t.From), p.instant(t.To))
	case t.Dated:
		first += fmt.Sprintf("; the log runs from %s to %s (%s time).", p.instant(t.From), p.instant(t.To), t.Zone)
	default:
		first += fmt.Sprintf("; the log covers %s, without dates.", span(t.To-t.From))
	}
	list := []string{first}
	if t.All.Started == 0 {
		if logs.IsKind(p.of.Kind) {
			return append(list, "The log does not say how long they waited, so nothing is known of when they ran.")
		}
		return append(list, "None of them has started.")
	}
	waited := "Half of those that started waited at most " + wait(t.All.Median) + ", 95 % at most " + wait(t.All.P95) + "; in total they waited " + hours(t.All.Wait) + " h."
	if n := t.All.Jobs - t.All.Started; n > 0 {
		waited += " " + phrase.Plural(int64(n), "job") + " did not start" + p.orUnknown() + "."
	}
	list = append(list, waited)
	for _, d := range []story.Dimension{story.Partition, story.User} {
		if s := p.most(d); s != "" {
			list = append(list, s)
		}
	}
	return list
}

// orUnknown is what may be true instead of jobs that have no start: logs in the Standard Workload Format have some whose wait is unknown.
func (p *Story) orUnknown() string {
	if logs.IsKind(p.of.Kind) {
		return ", or the log does not say when"
	}
	return ""
}

// most says which class of a dimension waited most beyond its share of the jobs; "" if none did.
func (p *Story) most(d story.Dimension) string {
	rows, all := p.told.Tables[d], p.told.All
	if len(rows) < 2 || all.Wait == 0 {
		return ""
	}
	ofWait := func(r *story.Row) float64 { return r.Wait / all.Wait }
	ofJobs := func(r *story.Row) float64 { return float64(r.Jobs) / float64(all.Jobs) }
	top := &rows[0]
	for i := range rows {
		if r := &rows[i]; ofWait(r)-ofJobs(r) > ofWait(top)-ofJobs(top) {
			top = r
		}
	}
	if ofWait(top) <= ofJobs(top) || phrase.Percent(ofWait(top)) == phrase.Percent(ofJobs(top)) {
		return ""
	}
	return phrase.UpperFirst(p.what(d, top.Class)) + " accounts for " + phrase.Percent(ofWait(top)) + " of this waiting and " + phrase.Percent(ofJobs(top)) + " of the jobs."
}

// wait is a wait in words, rounded up to what is said of it: "at most" is true of it.
func wait(seconds int64) string {
	const minute, hour, day = 60, 3600, 24 * 3600
	up := func(to int64) int64 { return (seconds + to - 1) / to * to }
	switch {
	case seconds == 0:
		return "0 s"
	case seconds >= day:
		seconds = up(hour)
	case seconds >= hour:
		seconds = up(minute)
	}
	return span(seconds)
}
