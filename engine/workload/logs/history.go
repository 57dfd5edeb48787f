package logs

import (
	"io"

	"backfill/engine"
	"backfill/engine/workload/accounting"
)

// History reads a log in the format of its KindOf as what a batch system recorded: with the jobs that are not simulated, such as those
// that were cancelled before they started. Times count from 1970 if the header says when time zero was, else from there. Partitions are
// the log's queues; all numbers are the log's own, jobs are told apart by their lines. Partial executions are left out.
//
// Source: D. G. Feitelson et al., "The Standard Workload Format", Parallel Workloads Archive; the meaning of status.
func History(r io.Reader, name string, unreadable Unreadable) (*accounting.Log, error) {
	s := newSWFReader(name, unreadable)
	if KindOf(name) == kindCWF {
		s = newCWFReader(name, unreadable)
	}
	s.history = &accounting.Log{}
	if _, _, err := s.readAll(r); err != nil {
		return nil, err
	}
	log := s.history
	log.Lines = s.lines.Number
	c := s.header.header().Calendar()
	if c == nil {
		return log, nil
	}
	log.Dated, log.Zone = true, c.Zone
	for i := range log.Records {
		r := &log.Records[i]
		for _, at := range []*int64{&r.Submit, &r.Eligible, &r.Start, &r.End} {
			if *at >= 0 {
				*at += c.UnixStart
			}
		}
	}
	return log, nil
}

// swfStates are the states by the field status.
var swfStates = map[int64]accounting.State{0: accounting.Failed, 1: accounting.Completed, 5: accounting.Cancelled}

// record notes what the line at hand tells of a job, if it tells when it came and how large it was.
func (s *swfReader) record() {
	switch s.unusable() {
	case partialExecution, noSubmit, noSize:
		return
	}
	seconds := func(field int) int64 {
		if s.known(field) < 0 {
			return accounting.Unknown
		}
		return int64(s.time(field) / engine.Second)
	}
	r := accounting.Record{ID: accounting.ID{Job: int64(s.lines.Number), Task: accounting.Unknown, Component: accounting.Unknown}, Raw: s.known(swfNumber), Line: int32(s.lines.Number),
		Submit: seconds(swfSubmit), Start: accounting.Unknown, End: accounting.Unknown, Limit: int32(seconds(swfRequestedTime)),
		Requested: int32(s.roundUp(swfRequested)), Allocated: int32(s.roundUp(swfAllocated)), Nodes: accounting.Unknown, Memory: accounting.Unknown, State: swfStates[s.known(swfStatus)], Backfilled: accounting.Unknown,
		User: int32(s.known(swfUser)), Group: int32(s.known(swfGroup)), Account: accounting.Unknown, Partition: int32(s.known(swfQueue)), QOS: accounting.Unknown}
	r.Eligible = r.Submit
	if wait, run := seconds(swfWait), seconds(swfRun); wait >= 0 && run >= 0 && (run > 0 || r.State != accounting.Cancelled) {
		r.Start, r.End = r.Submit+wait, r.Submit+wait+run
	} else if wait >= 0 {
		r.End = r.Submit + wait // cancelled while it waited
	}
	if kb := s.roundUp(swfRequestedMemory); kb > 0 {
		r.Memory = kb * int64(r.Processors())
	}
	s.history.Records = append(s.history.Records, r)
}
