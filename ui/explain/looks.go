package explain

import (
	"backfill/engine"
	"backfill/ui/phrase"
)

// mostLooks is how many rows of looks the inspector shows: the first and the last.
const mostLooks = 40

// RuleWords is a rule as a table names it.
func (n Narrator) RuleWords(r engine.Rule) string {
	if words, ok := withoutShadow[r]; ok && !n.Shadow {
		return words
	}
	return ruleWords[r]
}

// withoutShadow are rules under policies that have no shadow time and no extra processors.
var withoutShadow = map[engine.Rule]string{
	engine.StartedBeforeShadow: "backfilled: ends no later than a reservation begins",
	engine.StartedInExtra:      "backfilled: fits beside a reservation",
}

var ruleWords = map[engine.Rule]string{
	engine.StartedInOrder:      "started in order",
	engine.StartedBeforeShadow: "backfilled: ends by the shadow time",
	engine.StartedInExtra:      "backfilled: fits the extra processors",
	engine.StartedElsewhere:    "backfilled: where nobody holds a reservation",
	engine.StartedReserved:     "started: its reservation came due",
	engine.StartedPacked:       "started: in the set that uses most processors",
	engine.StartedDue:          "started: its requested start has come",
	engine.StartedJumping:      "started past the head of the queue",
	engine.HeadBlocked:         "waits at the head of the queue",
	engine.Reserved:            "waits with a reservation",
	engine.TooWideNow:          "waits: needs more than is free",
	engine.WouldDelay:          "waits: would delay a reservation",
	engine.BehindHead:          "waits behind the head of the queue",
	engine.HeadSkipped:         "waits: skipped at the head of the queue",
	engine.NotPacked:           "waits: not in the chosen set of jobs",
	engine.WouldDelayDedicated: "waits: would delay dedicated jobs",
	engine.PackedAhead:         "waits: jobs ahead of it were chosen",
	engine.OutOfSight:          "waits: beyond the lookahead",
	engine.NextCycle:           "waits for the next cycle",
	engine.HeadJumped:          "waits at the head of the queue, may be jumped",
	engine.BehindJumped:        "waits: the head may not be jumped again",
	engine.StartedByPlan:       "started by the plan",
	engine.MovedByPlan:         "moved by the plan",
	engine.Outranked:           "waits: others come first in the plan",
	engine.NextPlan:            "waits for the next plan",
	engine.Interrupted:         "interrupted",
	engine.NotCounted:          "waits: extra processors are not counted",
	engine.PartitionHead:       "waits at the head of a partition",
	engine.BehindHeads:         "waits behind the heads of its partitions",
	engine.StartedByMain:       "started by the main scheduler",
	engine.StartedByBackfill:   "started by the backfill scheduler",
	engine.LacksResources:      "waits: Resources",
	engine.BehindPriority:      "waits: Priority",
	engine.BehindDepth:         "waits: behind the jobs that a pass looks at",
	engine.BeforePass:          "waits for the next pass",
	engine.WhileCompleting:     "waits: nodes are COMPLETING",
	engine.OverLimit:           "waits: a limit is reached",
	engine.LacksLicences:       "waits: Licenses",
	engine.IsHeld:              "waits: held",
	engine.BeforeBegin:         "waits: BeginTime",
	engine.AwaitsReservation:   "waits: Reservation",
	engine.ReservedForOthers:   "waits: nodes are reserved",
	engine.NodesDown:           "waits: nodes are down",
	engine.OverTasks:           "waits: JobArrayTaskLimit",
	engine.PartitionDown:       "waits: PartitionDown",
	engine.Preempts:            "waits: jobs stop for it",
	engine.PreemptedFor:        "preempted",
	engine.Requeued:            "requeued",
	engine.NodeFailed:          "stopped: a node failed",
	engine.SuspendedByHand:     "suspended by hand",
	engine.IsSuspended:         "is suspended",
	engine.GoesOn:              "goes on",
	engine.StartedByHand:       "placed by hand",
	engine.LeftByHand:          "waits: fits, and was not placed",
	engine.LeftByScript:        "waits: the script does not start it",
	engine.StartedFitting:      "started: fits, and those before it do not",
	engine.StartedByScript:     "started by the script",
}

// Look is one row of the table: for a stretch of time the policy decided alike.
type Look struct {
	When  Sentence
	Times string // how often it looked
	Rule  string
	Free  string // processors
	Due   Sentence
	By    Sentence // the job that decided
}

// Looks are the rows of decisions about one job.
func (n Narrator) Looks(decisions []engine.Decision) []Look {
	if n.ByPriority {
		decisions = withoutHead(decisions)
	}
	row := func(d engine.Decision) Look {
		l := Look{When: Say(n.instant(d.At)), Times: phrase.Grouped(int64(d.Times)), Rule: n.RuleWords(d.Rule), Free: phrase.Grouped(int64(d.Free))}
		if d.Until > d.At {
			l.When = Say(l.When, " to ", n.instant(d.Until))
		}
		if d.Shadow > 0 && d.Shadow != engine.Never {
			l.Due = Say(n.instant(d.Shadow))
		}
		if d.Blocker != engine.NoJob {
			l.By = Say(n.Job(d.Blocker))
		}
		return l
	}
	var list []Look
	for i, d := range decisions {
		if left := len(decisions) - mostLooks; left > 0 && i >= mostLooks/2 && i < mostLooks/2+left {
			if i == mostLooks/2 {
				list = append(list, Look{When: Say("… ", phrase.Grouped(int64(left)), " more …")})
			}
			continue
		}
		list = append(list, row(d))
	}
	return list
}
