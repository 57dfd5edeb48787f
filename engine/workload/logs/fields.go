package logs

import (
	"math"

	"backfill/engine/workload/table"
)

// Fields of a line of the Standard Workload Format, counted from 0.
const (
	swfNumber = iota
	swfSubmit
	swfWait
	swfRun
	swfAllocated
	swfCPUTime
	swfUsedMemory
	swfRequested
	swfRequestedTime
	swfRequestedMemory
	swfStatus
	swfUser
	swfGroup
	swfApp
	swfQueue
	swfPartition
	swfPreceding
	swfThinkTime
	swfFields
)

// Fields of the Cloud Workload Format behind those.
const (
	cwfStart = swfFields + iota
	cwfRequest
	cwfAmount
	cwfFields
)

const maxMemory = 1e15 // KB

// fieldRule says what values a field may have beside the negative ones, which all
// stand for "unknown".
type fieldRule struct {
	name  string
	max   int64
	whole bool // a fraction is refused
}

// swfRules are the rules of all fields.
var swfRules = [cwfFields]fieldRule{
	swfNumber:          {"job number", table.MaxNumber, true},
	swfSubmit:          {"submit time", table.MaxSeconds, false},
	swfWait:            {"wait time", table.MaxSeconds, false},
	swfRun:             {"run time", table.MaxSeconds, false},
	swfAllocated:       {"allocated processors", table.MaxProcessors, false},
	swfCPUTime:         {"average CPU time", table.MaxSeconds, false},
	swfUsedMemory:      {"used memory", maxMemory, false},
	swfRequested:       {"requested processors", table.MaxProcessors, false},
	swfRequestedTime:   {"requested time", table.MaxSeconds, false},
	swfRequestedMemory: {"requested memory", maxMemory, false},
	swfStatus:          {"status", math.MaxInt32, true},
	swfUser:            {"user", math.MaxInt32, true},
	swfGroup:           {"group", math.MaxInt32, true},
	swfApp:             {"executable", math.MaxInt32, true},
	swfQueue:           {"queue", math.MaxInt32, true},
	swfPartition:       {"partition", math.MaxInt32, true},
	swfPreceding:       {"preceding job", table.MaxNumber, false},
	swfThinkTime:       {"think time", table.MaxSeconds, false},
	cwfStart:           {"requested start", table.MaxSeconds, false},
	cwfRequest:         {name: "request type"},
	cwfAmount:          {name: "amount"},
}
