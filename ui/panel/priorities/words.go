package priorities

import (
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/factors"
	"backfill/ui/explain"
	"backfill/ui/phrase"
)

// Verdict answers what would have to change for the pinned job to be the next, at the instant that is shown. What it says to be enough was
// tried: see factors.Next.
func (p *Priorities) Verdict() []explain.Sentence {
	record := p.job.record
	if record == nil || p.WeighedRun() == nil {
		return nil
	}
	o, n := p.WeighedRun().Outcome, record.Next
	at, name := explain.TimeWords(p.Clock(), p.job.askedAt), explain.JobName(o, p.Pinned)
	switch {
	case n == nil:
		return []explain.Sentence{explain.Say("At ", at, " "+name+" does not wait.")}
	case n.Priority == 0:
		return []explain.Sentence{explain.Say("At ", at, " "+name+" is held: its priority is 0 until somebody releases it.")}
	}
	has := phrase.Grouped(n.Priority)
	if !n.Queued {
		return []explain.Sentence{explain.Say("At ", at, " "+name+" is not in the queue of "+p.where()+": its begin time or its reservation has not come, as many tasks of its array run as may, or the partition is down. Its priority is "+has+", and no other one would make it the next.")}
	}
	list := []explain.Sentence{}
	switch {
	case n.Ahead == 0:
		list = append(list, explain.Say("At ", at, " "+name+" has "+has+" and is the first in the queue of "+p.where()+": nothing would have to change."))
	case n.First == engine.NoJob:
		list = append(list, explain.Say("At ", at, " "+name+" has "+has+". "+ahead(n.Ahead)+" in "+p.where()+" whatever the priorities: "+beyond(n.Ahead)+". No factor changes that."))
	default:
		list = append(list, p.contest(o, n, at, name))
		if n.Beyond > 0 {
			list = append(list, explain.Say(ahead(n.Beyond)+" whatever the priorities: "+beyond(n.Beyond)+"."))
		}
		if n.Stale {
			list = append(list, explain.Say("Its priority is still the one from before it ran. The next calculation gives it another one, so that what would be enough cannot be told."))
		} else {
			list = append(list, p.alone(record)...)
		}
	}
	if n.Array {
		list = append(list, explain.Say("It is a task of an array: of those, the first that waits stands for all."))
	}
	return append(list, explain.Say("To be the first is not to start: nodes have to be free for it, and no limit may be in its way; the reasons for its wait stand in the inspector. Nor need it be the first to start, since the backfill scheduler starts jobs beside those that are ahead."))
}

func ahead(n int) string {
	return phrase.UpperFirst(phrase.Counted(n, "job goes first", "jobs go first"))
}

func beyond(n int) string {
	return phrase.Verb(n, "it is in a reservation, or may have jobs make room for it", "they are in a reservation, or may have jobs make room for them")
}

// contest says how far the job is from being the first of those that it can pass.
func (p *Priorities) contest(o *engine.Outcome, n *factors.Next, at explain.Words, name string) explain.Sentence {
	passable := n.Ahead - n.Beyond
	rival := explain.JobWords(explain.JobName(o, n.First), n.First)
	them := phrase.Counted(passable, "job is", "jobs are") + " ahead of it"
	if n.Beyond > 0 {
		them += " that it could pass"
	}
	most := ": "
	if passable > 1 {
		most = ", of which the highest priority is that of "
	}
	return explain.Say("At ", at, " "+name+" has "+phrase.Grouped(n.Priority)+" in "+p.where()+". "+phrase.UpperFirst(them)+most, rival,
		" with "+phrase.Grouped(n.FirstHas)+". It would be ahead with "+phrase.Grouped(n.Wanted-n.Priority)+" more, as long as the priorities of the others stay.")
}

// alone says which factors would be enough alone, and which would not.
func (p *Priorities) alone(record *factors.Record) (list []explain.Sentence) {
	var enough, short []string
	for _, c := range record.Next.Changes {
		name := record.Names[c.Factor]
		switch {
		case c.Enough:
			enough = append(enough, p.change(name, &c))
		default:
			gives := record.Next.Addends[c.Factor]
			short = append(short, name+", which gives "+phrase.Decimals(gives, 1)+" of at most "+phrase.Decimals(gives+c.Adds, 1))
		}
	}
	if len(enough) > 0 {
		list = append(list, explain.Say("Each of these alone would be enough: "+strings.Join(enough, "; ")+"."))
	} else {
		list = append(list, explain.Say("No single factor could give it so much."))
	}
	if len(short) > 0 {
		list = append(list, explain.Say("Not enough alone: "+strings.Join(short, "; ")+"."))
	}
	var without []string
	for f, name := range record.Names {
		if name != "partition" && name != "site" && !slices.ContainsFunc(record.Next.Changes, func(c factors.Change) bool { return c.Factor == f }) {
			without = append(without, name)
		}
	}
	if len(without) > 0 {
		list = append(list, explain.Say("Not weighed here, or not comparable: "+phrase.List(without)+". The factor of the partition is the same for all jobs in it."))
	}
	return list
}

// change is one that is enough.
func (p *Priorities) change(name string, c *factors.Change) string {
	switch name {
	case "age":
		seconds := func(x float64) string { return phrase.FullSpan(engine.Time(x) * engine.Second) }
		return "an age of " + seconds(c.To) + " instead of " + seconds(c.From) + " (" + seconds(c.To-c.From) + " more of waiting; it counts from calculation to calculation)"
	case "association":
		return "a priority of its association of " + phrase.Decimals(c.To, 0) + " instead of " + phrase.Decimals(c.From, 0)
	case "fair-share":
		return "a fair-share of " + share(c.To) + " instead of " + share(c.From)
	case "job size":
		return "a size factor of " + share(c.To) + " instead of " + share(c.From) + ", which only asking for other nodes or processors gives"
	case "QOS":
		text := "QOS " + phrase.Decimals(c.To, 0)
		if c.From != factors.None {
			text += " instead of " + phrase.Decimals(c.From, 0)
		}
		return text + " (+" + phrase.Decimals(c.Adds, 1) + "), if its account may use it"
	case "TRES":
		return "an addend of TRES of " + phrase.Decimals(c.To, 1) + " instead of " + phrase.Decimals(c.From, 1) + ", which only asking for more gives"
	}
	text := "a nice of " + phrase.Decimals(c.To, 0) + " instead of " + phrase.Decimals(c.From, 0)
	if c.To < 0 {
		text += " (below 0 only operators may set it)"
	}
	return text
}

// share is a factor between 0 and 1.
func share(f float64) string { return phrase.Decimals(f, 4) }
