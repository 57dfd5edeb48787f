package resources

import (
	"reflect"
	"testing"

	"backfill/engine"
)

// Two computers, jobs in seconds. Job 1 needs licence 1 and runs on computer 1 from 0 to 4, and job
// 2, with both licences, beside it from 1 to 3: licence 1 has one copy in use there. Job 3 needs
// licence 1, comes at 2, runs on computer 2 from 2 to 5, when it is interrupted, and from 6 to 8 on
// computer 1. Job 4 needs licence 2 and is refused.
func TestLicenceUses(t *testing.T) {
	o := &engine.Outcome{
		Workload: &engine.Workload{Jobs: []engine.Job{{Submit: 0}, {Submit: 1}, {Submit: 2}, {Submit: 3}}, Licences: []engine.Licences{1, 3, 1, 2}},
		Start:    []engine.Time{0, 1, 2, -1}, End: []engine.Time{4, 3, 8, -1},
		State:      []engine.JobState{engine.Completed, engine.Completed, engine.Completed, engine.Refused},
		StartOrder: []int32{0, 1, 2}, EndOrder: []int32{1, 0, 2},
		Lanes: make([]engine.Lane, 2), Copies: []int32{2, 1},
		Segments:     []engine.Segment{{Job: 0, Lane: 0, From: 0, To: 4}, {Job: 1, Lane: 0, From: 1, To: 3}, {Job: 2, Lane: 1, From: 2, To: 5}, {Job: 2, Lane: 0, From: 6, To: 8}},
		SegmentOrder: []int32{1, 0, 2, 3},
	}
	want := []LicenceUse{
		{[]engine.Time{0, 1, 2, 3, 4, 5, 6, 8}, []int32{1, 1, 2, 2, 1, 0, 1, 0}, []int32{1, 2, 3, 2, 1, 1, 1, 0}},
		{[]engine.Time{1, 3}, []int32{1, 0}, []int32{1, 0}},
	}
	if got := LicenceUses(o); !reflect.DeepEqual(got, want) {
		t.Errorf("%v\nwant\n%v", got, want)
	}
	if o.Copies = nil; LicenceUses(o) != nil {
		t.Error("licences are used on a machine without any")
	}
}
