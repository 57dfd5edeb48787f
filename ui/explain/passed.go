package explain

import (
	"backfill/engine"
	"backfill/ui/phrase"
)

// What is said of a start past others without claiming to know the order of the policy.

// passed are the jobs that had come earlier than the job that starts and went on waiting. O(n) for n jobs if there are any, or if jobs are stopped.
func (s span) passed() []int32 {
	o, d := s.Outcome, s.first()
	again := o.Stopped != nil || o.Segments != nil
	if !again && !o.Overtook[d.Job] {
		return nil
	}
	var list []int32
	for k := range int32(len(o.Start)) {
		if k == d.Job || later(o, k, d.Job) || !again && o.Start[k] >= 0 && o.Start[k] <= d.At {
			continue
		}
		for _, w := range waits(o, k) {
			if w.from <= d.At && d.At < w.to {
				list = append(list, k)
			}
		}
	}
	return list
}

// beforeThose says past whom a job started: ", before job 3 and job 4, which had come earlier and still waited".
func (s span) beforeThose(passed []int32) Sentence {
	if len(passed) == 0 {
		return nil
	}
	return Say(", before ", s.named(passed, mostNamed), ", which ", s.tense("had come", "came"), " earlier and still ", s.tense("waited", phrase.Verb(len(passed), "waits", "wait")))
}

// unfit are those who waited before a job that fitted, and did not: "job 3 and 1 other, before it in the queue, did not".
func (s span) unfit() Sentence {
	d, where := s.first(), "in the queue"
	if s.ByPriority {
		where = "in the order of the policy"
	}
	who := Say(s.Job(d.Blocker))
	switch {
	case d.Others == 1:
		who = Say(who, " and 1 other")
	case d.Others > 1:
		who = Say(who, " and ", phrase.Grouped(int64(d.Others)), " others")
	}
	return Say(who, ", before it ", where, ", ", s.tense("did not", phrase.Verb(int(d.Others)+1, "does not", "do not")))
}

// decided is said of what a decision found, which need not hold for the whole of the stretch until the next one.
func (s span) decided() string {
	switch {
	case s.Present:
		return ""
	case s.first().Rule == engine.LeftByScript:
		return " when the script decided"
	}
	return " when the policy decided"
}

// looksAtEveryEnd says whether the stretch that is told lasts, and the policy looks at the job whenever another one ends: no more is free
// between two looks than at the first of them. The passes of Slurm are fewer.
func (s span) looksAtEveryEnd() bool { return !s.Present && !isOfPasses(s.first().Rule) }
