package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"backfill/wasm/browser/visit"
)

// dailyLog is what sacct would print of ten days on one node of four processors. Each day at 9, 10 and 11 comes a job of the whole node, which asks for two hours and
// runs for one: the first starts at once, the second when it ends, the third an hour after it came. The last day ends at 9:30, when the first of its jobs runs.
func dailyLog() string {
	var b strings.Builder
	b.WriteString("JobID|User|Account|Partition|Submit|Start|End|State|Timelimit|AllocCPUS|NNodes|NodeList|Flags\n")
	for day := range 10 {
		for i := range 3 {
			clock := func(hour, minute, second int) string {
				return fmt.Sprintf("2026-03-%02dT%02d:%02d:%02d", 2+day, hour, minute, second)
			}
			if day == 9 && i > 0 {
				break
			}
			end, state := clock(9+i, 59, 0), "COMPLETED"
			if day == 9 {
				end, state = "Unknown", "RUNNING"
			}
			fmt.Fprintf(&b, "%d|%s|chem|all|%s|%s|%s|%s|02:00:00|4|1|host1|SchedMain\n", 3*day+i+1, []string{"ann", "bob"}[i%2], clock(9+i, 0, 0), clock(9+i, 0, 1), end, state)
		}
	}
	b.WriteString("100|bob|chem|all|2026-03-11T09:30:00|Unknown|Unknown|PENDING|00:10:00|4|1|None assigned|\n")
	return b.String()
}

const oneHost = "ClusterName=c\nNodeName=host1 CPUs=4\nPartitionName=all Nodes=ALL Default=YES MaxTime=1-0\nSchedulerType=sched/backfill\n"

// asksWhen drops the log of ten days with its configuration and unfolds the panel.
func asksWhen(t *testing.T, p *page) {
	p.drop(write(t, "slurm.conf", oneHost), write(t, "log.txt", dailyLog()))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "Accounting log"`)
	p.click("#show-forecast")
	p.until(`document.querySelector("#forecast-request") !== null`)
}

// A user asks when a job would start that comes now, in a worker: job 28 runs, as those before it did for an hour, until 10 or so, and job 100 waits before it.
func TestWhenWouldItStart(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	asksWhen(t, p)
	p.click("#ask-forecast")
	p.says("#forecast", "Missing: how long the job may run, such as 60 or 01:00:00.")
	p.put("#forecast-processors", "4", "input")
	p.put("#forecast-request", "30", "input")
	p.says("#forecast", "Read as 30 min.")
	p.click("#ask-forecast")
	p.says("#forecast-answer", "A job (4 processors, up to 30 min) submitted when the log ends (11 Mar 2026 09:30:00) starts at 11 Mar 2026 ")
	p.says("#forecast-answer", " with arrivals as in past weeks.")
	p.says("#forecast-depends", "1 job runs and 1 waits then.")
	p.says("#forecast-depends", "is untested")
	p.until(`document.querySelector("#chart-forecast svg") !== null`)
	p.click("#try-forecast")
	p.says("#forecast-tried", "of the log's second half")
	p.pictures("forecast", "#forecast")

	// With names, for as long as they are shown.
	p.press(".middle", "Show names")
	p.choose("forecast-user", "ann")
	p.click("#ask-forecast")
	p.says("#forecast-answer", "A job (4 processors, up to 30 min, user ann) submitted")
	p.press(".middle", "Hide names")
	p.says("#forecast-answer", "A job (4 processors, up to 30 min, user 1) submitted")

	// Asked for more than the node has, it never starts; until then the answer is to what was asked before.
	p.put("#forecast-processors", "5", "input")
	p.says("#forecast-former", "The fields ask for something else now.")
	p.click("#ask-forecast")
	p.says("#forecast-answer", "never starts. No partition can ever run it: asking for more processors than there are on the nodes of p1. At most 4 processors would do.")
}

// How often forecasts were right is the same whether one worker finds out or three do together.
func TestForecastsAreTriedTogether(t *testing.T) {
	t.Parallel()
	var told [2]string
	for i, cores := range []int64{1, 4} {
		p := open(t, site(t), visit.Options{})
		p.do(emulation.SetHardwareConcurrencyOverride(cores))
		asksWhen(t, p)
		p.click("#try-forecast")
		p.says("#forecast-tried", "of the log's second half")
		told[i] = p.text("#forecast-tried")
	}
	if told[0] != told[1] {
		t.Errorf("one worker tells\n%s\nand three tell\n%s", told[0], told[1])
	}
}
