package session

import (
	"encoding/json"
	"strings"

	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload/demands"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

const (
	// muchAtOnce is how many jobs, counted once per policy, are simulated without
	// asking first: beyond, a browser may end the page for want of memory.
	muchAtOnce = 3_000_000
	// muchInAll is how many jobs all simulations of an experiment may have together, and
	// manyRuns how many simulations there may be, without asking first: minutes of work.
	muchInAll = 30_000_000
	manyRuns  = 50_000

	// bytesPerJob and bytesPerJobRun are what the page and its worker take in memory together, measured in
	// Chromium with a million jobs.
	bytesPerJob    = 250 // of the workload
	bytesPerJobRun = 250 // of what a policy makes of it

	// logBytesPerJob and gzippedBytesPerJob are about how many bytes of a log make a job.
	logBytesPerJob     = 70
	gzippedBytesPerJob = 12
)

// ExpectedJobs is how many jobs the workload of a plan will have: exactly for a
// generator and for a log that was read, by the size of the file for another log; the most at any point of a sweep.
func (s *Session) ExpectedJobs(plan *scenario.Plan) int64 {
	jobs := s.expectedAsWritten(plan)
	for i := range plan.Points {
		if n, varied := plan.Points[i].Values["/workload/jobs"].(int64); varied {
			jobs = max(jobs, n)
		}
	}
	return jobs
}

func (s *Session) expectedAsWritten(plan *scenario.Plan) int64 {
	w := plan.Scenario.Workload
	about := s.Form.Workload(w.Kind)
	if about == nil {
		return 0
	}
	jobs := int64(0)
	for i := range about.Params {
		switch q := &about.Params[i]; {
		case q.Name == "jobs" && q.Kind == param.Integer:
			jobs = jobsField(w.Part, q)
		case q.Kind == param.File:
			for _, f := range s.FilesNeeded() {
				if demands.IsTable(f.Name) {
					continue
				}
				if n := s.about(f).jobs; n >= 0 {
					jobs += n
				} else if strings.HasSuffix(strings.ToLower(f.Name), ".gz") {
					jobs += f.Size / gzippedBytesPerJob
				} else {
					jobs += f.Size / logBytesPerJob
				}
			}
		}
	}
	for _, t := range w.Transform {
		if q := draft.ParamNamed(s.Form.Transform(t.Kind), "jobs"); t.Kind == "first" && q != nil {
			jobs = min(jobs, jobsField(t, q))
		}
	}
	return jobs
}

// jobsField is a number of jobs as a scenario says it.
func jobsField(part scenario.Part, q *param.Param) int64 {
	n, _ := q.Default.(int64)
	if raw := part.Fields[q.Name]; raw != nil && json.Unmarshal(raw, &n) != nil {
		return 0
	}
	return n
}

// mayRun says whether the experiment is small enough to be run unasked, or was
// agreed to; else it asks.
func (s *Session) mayRun() bool {
	jobs, policies := s.ExpectedJobs(s.Plan), int64(len(s.Plan.Policies))
	size := jobs * policies
	runs := policies * int64(len(s.Plan.Points)) * int64(answer.MostReplications(s.Plan))
	if size <= max(muchAtOnce, s.agreed) {
		return s.mayTakeLong(runs, runs*jobs)
	}
	s.Quick = false
	gigabytes := float64(jobs*bytesPerJob+size*bytesPerJobRun) / 1e9
	s.AskReader("About "+phrase.Plural(jobs, "job")+" under "+phrase.Policies(int(policies))+" may take up to "+phrase.Decimals(gigabytes, 0)+
		" GB of memory; a browser that has less ends this page. Run it anyway?",
		Choice{Text: "Run anyway", ID: "run-anyway-button", Do: func() {
			s.agreed, s.agreedInAll = size, runs*jobs
			s.Run()
		}},
		Choice{Text: "Not now", ID: "not-now-button", Do: func() {}})
	return false
}

// mayTakeLong says whether so many simulations with so many jobs together may be run
// unasked, or were agreed to; else it asks.
func (s *Session) mayTakeLong(runs, jobs int64) bool {
	if runs <= manyRuns && jobs <= muchInAll || jobs <= s.agreedInAll || s.Resumable() {
		return true
	}
	s.Quick = false
	upTo := ""
	if s.Plan.Precision != nil {
		upTo = "up to "
	}
	s.AskReader("This experiment has "+upTo+phrase.Plural(runs, "simulation")+" with "+phrase.Plural(jobs, "job")+
		" in all, which may take long; it can be cancelled at any time, and what has come by then is kept. Run it?",
		Choice{Text: "Run", ID: "run-anyway-button", Do: func() {
			s.agreedInAll = jobs
			s.Run()
		}},
		Choice{Text: "Not now", ID: "not-now-button", Do: func() {}})
	return false
}
