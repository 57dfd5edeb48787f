package export_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/metrics/metricstest"
)

// Job 1 runs on processors 0 to 2 of 4 from 0 to 10 s, is preempted, and runs from 20 to 35 s: it executes for 25 s and waits for 10. Job 2 is cancelled
// after 5 s, on processor 3; job 3 is cancelled while it waits.
func TestStoppedJobs(t *testing.T) {
	o := metricstest.Outcome(4, 1, []metricstest.Row{
		{Submit: 0, Start: 20, End: 35, Size: 3, Stopped: []metricstest.Stop{{From: 0, To: 10, Preempted: true}}},
		{Submit: 2, Start: 2, End: 7, Size: 1, Cancelled: true},
		{Submit: 8, Start: -1, End: 18, Size: 4, Cancelled: true},
	}, engine.Second)
	table := batsim(t, o, "log", "")
	want := []string{
		`1,log,delay15,0,3,15,1,COMPLETED_SUCCESSFULLY,0,25,35,10,35,1.4,0-2,-1,"segments 0 to 10 on 0-2, 20 to 35 on 0-2"`,
		"2,log,delay5,2,1,5,0,COMPLETED_KILLED,2,5,7,0,5,1,3,-1,",
		"3,log,delay0.001,8,4,0.001,0,REJECTED,,,,,,,,-1,cancelled at 18",
	}
	if got := strings.Split(strings.TrimSpace(table), "\n")[1:]; !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	readBatsim(t, table)

	var events []string
	trace := traced(t, []*experiment.Run{{Policy: "p", Outcome: o}}, "")
	for line := range strings.Lines(string(trace)) {
		if strings.Contains(line, `"ph":"X"`) {
			_, state, _ := strings.Cut(line, `"state":"`)
			state, _, _ = strings.Cut(state, `"`)
			var ts, dur int64
			fmt.Sscanf(line[strings.Index(line, `"ts":`):], `"ts":%d,"dur":%d`, &ts, &dur)
			events = append(events, fmt.Sprint(ts/1e6, " ", dur/1e6, " ", state))
		}
	}
	if want := []string{"0 10 preempted", "2 5 cancelled", "20 15 completed"}; !slices.Equal(events, want) {
		t.Errorf("events %q, want %q", events, want)
	}
	validate(t, trace)
}
