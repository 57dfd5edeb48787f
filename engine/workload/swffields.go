package workload

import "math"

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

// fieldRule says what values a field may have beside the negative ones, which all
// stand for "unknown".
type fieldRule struct {
	name  string
	max   int64
	whole bool // a fraction is refused
}

var swfRules = [cwfFields]fieldRule{
	swfNumber:          {"job number", maxNumber, true},
	swfSubmit:          {"submit time", maxSeconds, false},
	swfWait:            {"wait time", maxSeconds, false},
	swfRun:             {"run time", maxSeconds, false},
	swfAllocated:       {"allocated processors", maxProcessors, false},
	swfCPUTime:         {"average CPU time", maxSeconds, false},
	swfUsedMemory:      {"used memory", 1e15, false},
	swfRequested:       {"requested processors", maxProcessors, false},
	swfRequestedTime:   {"requested time", maxSeconds, false},
	swfRequestedMemory: {"requested memory", 1e15, false},
	swfStatus:          {"status", math.MaxInt32, true},
	swfUser:            {"user", math.MaxInt32, true},
	swfGroup:           {"group", math.MaxInt32, true},
	swfApp:             {"executable", math.MaxInt32, true},
	swfQueue:           {"queue", math.MaxInt32, true},
	swfPartition:       {"partition", math.MaxInt32, true},
	swfPreceding:       {"preceding job", maxNumber, false},
	swfThinkTime:       {"think time", maxSeconds, false},
	cwfStart:           {"requested start", maxSeconds, false},
	cwfRequest:         {name: "request type"},
	cwfAmount:          {name: "amount"},
}
