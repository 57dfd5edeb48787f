package workload

import "backfill/engine"

// Label is one header comment "; Name: Value". Continuation lines follow in Value
// after a line feed.
type Label struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Header is what the comments above the first job of a log in the Standard
// Workload Format say. Numbers that are missing or unreadable are 0.
type Header struct {
	Labels []Label `json:"labels"` // all of them, in the order of the file

	Computer       string   `json:"computer,omitempty"`
	Installation   string   `json:"installation,omitempty"`
	Acknowledge    string   `json:"acknowledge,omitempty"` // whom to thank
	Information    string   `json:"information,omitempty"`
	Conversion     string   `json:"conversion,omitempty"`
	Notes          []string `json:"notes,omitempty"`
	MaxJobs        int64    `json:"maxJobs,omitempty"`
	MaxRecords     int64    `json:"maxRecords,omitempty"`
	MaxNodes       int64    `json:"maxNodes,omitempty"`
	MaxProcs       int64    `json:"maxProcs,omitempty"`
	MaxRuntime     int64    `json:"maxRuntime,omitempty"` // s
	MaxMemory      int64    `json:"maxMemory,omitempty"`  // KB
	UnixStartTime  int64    `json:"unixStartTime,omitempty"`
	TimeZoneString string   `json:"timeZoneString,omitempty"` // a name of the zone database
}

// Processors is the size of the machine that the log was recorded on: MaxProcs, else MaxNodes, 0 if unknown.
func (h *Header) Processors() int64 {
	if h.MaxProcs > 0 {
		return h.MaxProcs
	}
	return h.MaxNodes
}

// Calendar is that of the log's jobs, nil if the header does not say when time began.
func (h *Header) Calendar() *engine.Calendar {
	if h.UnixStartTime <= 0 {
		return nil
	}
	return &engine.Calendar{UnixStart: h.UnixStartTime, Zone: h.TimeZoneString}
}
