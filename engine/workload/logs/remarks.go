package logs

import "backfill/engine/workload"

// swfRemark numbers what can be remarked about a line, in the order of the report.
type swfRemark int

const (
	unreadableLine swfRemark = iota
	partialExecution
	noSubmit
	noSize
	noRunTime
	commandOfDropped
	zeroRunTime
	allocatedUsed
	noRequestedTime
	negativeValue
	roundedTime
	roundedUp
	outOfOrder
	repeatedNumber
	extraColumns
	amountOfJob
	runAboveRequest
	swfRemarks
)

var swfRemarkTexts = [swfRemarks]workload.Remark{
	unreadableLine:   {Kind: workload.UnreadableLine, Effect: workload.Dropped, Text: "cannot be read"},
	partialExecution: {Kind: "partialExecution", Effect: workload.Dropped, Text: "part of a job that was interrupted (status 2 to 4); the job's own line counts"},
	noSubmit:         {Kind: "noSubmit", Effect: workload.Dropped, Text: "submit time unknown or negative"},
	noSize:           {Kind: "noSize", Effect: workload.Dropped, Text: "number of processors unknown, both requested and allocated"},
	noRunTime:        {Kind: "noRunTime", Effect: workload.Dropped, Text: "run time unknown or negative"},
	commandOfDropped: {Kind: "commandOfDropped", Effect: workload.Dropped, Text: "command for a job that is dropped"},
	zeroRunTime:      {Kind: "zeroRunTime", Effect: workload.Repaired, Text: "run time 0, simulated as 1 s"},
	allocatedUsed:    {Kind: "allocatedUsed", Effect: workload.Repaired, Text: "requested processors unknown, the allocated ones are used"},
	noRequestedTime:  {Kind: "noRequestedTime", Effect: workload.Repaired, Text: "requested time unknown, the run time is used"},
	negativeValue:    {Kind: "negativeValue", Effect: workload.Repaired, Text: "a negative value other than -1, taken as unknown"},
	roundedTime:      {Kind: "roundedTime", Effect: workload.Repaired, Text: "a time with more than three decimals, rounded to the millisecond"},
	roundedUp:        {Kind: "roundedUp", Effect: workload.Repaired, Text: "a fraction of a processor or of a KB, rounded up"},
	outOfOrder:       {Kind: "outOfOrder", Effect: workload.Repaired, Text: "submitted before a job further up, sorted by submit time"},
	repeatedNumber:   {Kind: "repeatedNumber", Effect: workload.Noted, Text: "job number of a line further up, kept as a job of its own"},
	extraColumns:     {Kind: "extraColumns", Effect: workload.Noted, Text: "columns after the last of the format, not read"},
	amountOfJob:      {Kind: "amountOfJob", Effect: workload.Noted, Text: "amount of a command in a line that submits a job, not read"},
	runAboveRequest:  {Kind: "runAboveRequest", Effect: workload.Noted, Text: "run time above the requested time, which ends as the scenario's kill rule says"},
}
