package accounting

import "backfill/engine/workload"

// remarkKind numbers what can be remarked about a line, in the order of the report.
type remarkKind int

const (
	unreadableLine remarkKind = iota
	step
	otherRecord
	headerAgain
	repeatedRow
	neverStarted
	neverEligible
	earlierRun
	joinedLines
	delimiterInText
	outOfOrder
	clocksChanged
	lostEnd
	eligibleLate
	stillRuns
	stillWaits
	waitsUnsized
	partitionLimit
	noLimit
	zeroRunTime
	arrayCut
	runAboveLimit
	otherDependency
	lostDependency
	heldDependent
	remarkKinds
)

// OutOfOrder is the kind of remarks on records that are earlier than the one before them.
const OutOfOrder = "outOfOrder"

// LostEnd is the kind of remarks on runs whose ends the log lacks.
const LostEnd = "lostEnd"

// StillRuns and StillWaits are the kinds of remarks on jobs that had not ended when the log ended.
const (
	StillRuns  = "stillRuns"
	StillWaits = "stillWaits"
)

var remarkTexts = [remarkKinds]workload.Remark{
	unreadableLine:  {Kind: workload.UnreadableLine, Effect: workload.Dropped, Text: "cannot be read"},
	step:            {Kind: "step", Effect: workload.Dropped, Text: "step or part of a job, whose own line counts"},
	otherRecord:     {Kind: "otherRecord", Effect: workload.Dropped, Text: "a record that is no run of a job, or is told again by another one"},
	headerAgain:     {Kind: "headerAgain", Effect: workload.Dropped, Text: "the line that names the columns once more"},
	repeatedRow:     {Kind: "repeatedRow", Effect: workload.Dropped, Text: "the same run in a line further up"},
	neverStarted:    {Kind: "neverStarted", Effect: workload.Dropped, Text: "a job that was cancelled before it started"},
	neverEligible:   {Kind: "neverEligible", Effect: workload.Dropped, Text: "a job that could not start yet when the log ends: held, or waiting for another one"},
	earlierRun:      {Kind: "earlierRun", Effect: workload.Dropped, Text: "a run of a job that was requeued, of which the last run is simulated"},
	joinedLines:     {Kind: "joinedLines", Effect: workload.Repaired, Text: "a text with a line's end in it, which goes on in the next line"},
	delimiterInText: {Kind: "delimiterInText", Effect: workload.Repaired, Text: "a text with the delimiter in it; all other columns make sense"},
	outOfOrder:      {Kind: OutOfOrder, Effect: workload.Noted, Text: "a record that is earlier than the one before it: what is told of a run must be in the order of time"},
	clocksChanged:   {Kind: "clocksChanged", Effect: workload.Repaired, Text: "start and end are an hour more or less apart than the job took: clocks were changed; the end is moved"},
	lostEnd:         {Kind: LostEnd, Effect: workload.Repaired, Text: "a run without an end that would be more than a day over its limit when the log ends: the log lacks its end; it is taken to have run until its limit"},
	eligibleLate:    {Kind: "eligibleLate", Effect: workload.Repaired, Text: "it could start after it had started, by the log; it is taken to have waited for nothing"},
	stillRuns:       {Kind: StillRuns, Effect: workload.Repaired, Text: "a job that still runs when the log ends, for nobody knows how long"},
	stillWaits:      {Kind: StillWaits, Effect: workload.Repaired, Text: "a job that still waits when the log ends, and will run for nobody knows how long"},
	waitsUnsized:    {Kind: "waitsUnsized", Effect: workload.Dropped, Text: "a job that still waits when the log ends; the log does not tell how many processors it asks for"},
	partitionLimit:  {Kind: "partitionLimit", Effect: workload.Repaired, Text: "no time limit, that of the partition is used"},
	noLimit:         {Kind: "noLimit", Effect: workload.Repaired, Text: "no time limit, the run time is used"},
	zeroRunTime:     {Kind: "zeroRunTime", Effect: workload.Repaired, Text: "run time 0, simulated as 1 s"},
	arrayCut:        {Kind: "arrayCut", Effect: workload.Noted, Text: "a list of waiting tasks that was cut by the program that wrote it, or is too long; more tasks may wait"},
	otherDependency: {Kind: "otherDependency", Effect: workload.Noted, Text: "it waits for something that is not simulated: any of several jobs, or others of a name that is not told; it comes when it could start"},
	lostDependency:  {Kind: "lostDependency", Effect: workload.Noted, Text: "it waits for a job that is not simulated, or for too many; it comes when it could start"},
	heldDependent: {Kind: "heldDependent", Effect: workload.Noted,
		Text: "it could start more than two minutes after the jobs for which it waits, as it was held, had asked for a time or was not its array's turn, or before, as that was changed; it comes when it could start"},
	runAboveLimit: {Kind: "runAboveLimit", Effect: workload.Noted, Text: "run time above the limit, which ends as the scenario's kill rule says"},
}
