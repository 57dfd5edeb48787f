package policies

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/engine/workload/demands"
)

// golden is a part of a scenario and the digest of what it makes, the same on every
// platform. These tests run natively and in Node.
//
// To add a policy, a generator or a transformation, or a parameter that takes another
// way through the code, add a row without digest: the test says what to put there.
// A digest that changes means that everybody's results change.
type golden struct {
	part   string
	digest string
}

// Every policy schedules the log of modelLog on 128 processors, with both orders of
// simultaneous events.
var goldenPolicies = []golden{
	{`{"kind": "fcfs"}`, "f37b9412d9708b69"},
	{`{"kind": "easy"}`, "13cbf6de6cd52fd3"},
	{`{"kind": "easy", "reservations": 4}`, "21b9a070d845e557"},
	{`{"kind": "conservative"}`, "823e304861347a83"},
	{`{"kind": "conservative", "compress": false}`, "8b9ab9c8f6f1fadb"},
	{`{"kind": "recorded"}`, "c78bbcc29d81fb7f"},
	{`{"kind": "script"}`, "f219419543be85c5"},
	{`{"kind": "los"}`, "77ea8cbe4cf718e9"},
	{`{"kind": "los", "lookahead": 50}`, "ef608be9934335bc"},
	{`{"kind": "los", "maxStates": 1000}`, "c31a1e38761c9e26"},
	{`{"kind": "los", "reading": "oneHead"}`, "4caf91d375d22f12"},
	{`{"kind": "los", "reading": "literal"}`, "cadae72833c42a72"},
	{`{"kind": "delayed-los"}`, "e04c83cc63c57a42"},
	{`{"kind": "delayed-los", "maxSkip": 2, "reading": "oneHead"}`, "152ce8c8ed11f65a"},
	{`{"kind": "delayed-los", "reading": "literal"}`, "c93eaba1ece45d17"},
	{`{"kind": "priority-backfill", "priority": "lxf", "reservations": 3}`, "eacf7eba7f4d57ea"},
	{`{"kind": "fpfs", "maxJumps": 3}`, "41726ccf72ce9636"},
	{`{"kind": "priority", "priority": "f1"}`, "74dde99d161d3266"},
	{`{"kind": "priority", "priority": "wfp3", "who": "chosenAndBesides"}`, "cbbd9c866a924e08"},
	{`{"kind": "priority-backfill", "priority": "f4", "reservations": 2}`, "71de06802fec9528"},
	{`{"kind": "priority-backfill", "priority": "wfp3", "others": "largestArea", "reservations": 2}`, "b5c1876101c0951b"},
	{`{"kind": "priority-backfill", "priority": "sjf", "others": "arrival", "reservation": "fixed", "belief": "clairvoyant"}`, "c83e5cddbb61dda7"},
	{`{"kind": "easy", "others": "smallestArea", "belief": "clairvoyant"}`, "70ef8766b5376ea2"},
	{`{"kind": "conservative", "belief": "doubleRequest"}`, "99c6d45bdec00bd8"},
	{`{"kind": "selective"}`, "b11495d93ba4e8ad"},
	{`{"kind": "selective", "rule": "adaptive"}`, "9732782d0777130c"},
	{`{"kind": "relaxed"}`, "b5af5b550096a75b"},
	{`{"kind": "relaxed", "from": "promise"}`, "4d68ad3feff6968e"},
	{`{"kind": "slack"}`, "069214417f12a24c"},
	{`{"kind": "slack", "factor": 5, "places": 3, "from": "promise"}`, "95ebd1bd533a3bbd"},
	{`{"kind": "multiple-queue"}`, "39b8976dd3a4bf48"},
	{`{"kind": "multiple-queue", "bounds": [3600]}`, "299221e9c2208490"},
}

// What policies with a dedicated queue add, and elastic control commands: they schedule
// 1,000 jobs of the model with dedicated and elastic jobs.
var goldenDedicated = []golden{
	{`{"kind": "easy", "elastic": true}`, "bf058b5740758bab"},
	{`{"kind": "conservative", "elastic": true}`, "384fcad20c5f9ba2"},
	{`{"kind": "delayed-los", "elastic": true}`, "bef26b15d818395b"},
	{`{"kind": "easy-d"}`, "9be273ed909e2bde"},
	{`{"kind": "easy-d", "elastic": true}`, "0dc603d81c7d1c88"},
	{`{"kind": "los-d"}`, "46f78ad9fddd71e6"},
	{`{"kind": "los-d", "reading": "oneHead"}`, "3b74584347d397fc"},
	{`{"kind": "hybrid-los"}`, "a4b05820b0c2a873"},
	{`{"kind": "hybrid-los", "elastic": true, "lookahead": 20, "maxStates": 1000}`, "bcd7bab2bd109d95"},
	{`{"kind": "hybrid-los", "elastic": true, "maxSkip": 1, "reading": "overFreeze"}`, "b4baebe231c117a1"},
	{`{"kind": "hybrid-los", "reading": "oneHead"}`, "96ea19df0d55e123"},
	{`{"kind": "hybrid-los", "reading": "newestFirst"}`, "5a69573753a35874"},
	{`{"kind": "hybrid-los", "reading": "combinedFreeze"}`, "0bfa7bf262cf6f95"},
	{`{"kind": "hybrid-los", "elastic": true, "reading": "printed"}`, "1ef3ecf464f7246d"},
}

// Policies schedule a month of the Origin 2000 on hosts with memory.
var goldenClusters = []golden{
	{`{"kind": "fpfs"}`, "f668d4ce4dfac633"},
	{`{"kind": "fpfs", "maxJumps": 0}`, "401ec217aa2d232e"},
	{`{"kind": "easy"}`, "3d95200458d13513"},
	{`{"kind": "conservative"}`, "fe7da1567adf0a35"},
	{`{"kind": "priority-backfill", "priority": "lxf", "reservations": 2}`, "923548aba58e1647"},
}

// goldenNodes are by parameters of the machine.
var goldenNodes = []struct {
	machine string
	rows    []golden
}{
	{`"selection": "firstFit", "model": "rate"`, []golden{{`{"kind": "priority-backfill", "priority": "sjf"}`, "34d1067b7dc97fd7"}, {`{"kind": "fcfs"}`, "855f47f6dea1a2b5"}}},
	{`"selection": "firstContiguous", "model": "firstOrder"`, []golden{{`{"kind": "priority-backfill", "priority": "sjf"}`, "4899596f209e8e4f"}, {`{"kind": "conservative"}`, "acf09b9d8b84800a"}}},
	{`"selection": "nextFit", "penaltyScale": 0.5`, []golden{{`{"kind": "easy"}`, "37fdd145d63dd0c5"}}},
	{`"selection": "nodeCyclic", "model": "none"`, []golden{{`{"kind": "easy"}`, "f113d5d303be5423"}}},
	{`"selection": "random"`, []golden{{`{"kind": "easy"}`, "5012ccaed1946518"}}},
}

var goldenHosts = []golden{
	{`{"kind": "fcfs"}`, "fd0b3b264f6ad275"},
	{`{"kind": "easy", "reservations": 2}`, "5edab0745539ba69"},
	{`{"kind": "conservative"}`, "6e9ad3b0fd0d0108"},
	{`{"kind": "priority-backfill", "priority": "sjf", "reservations": 0}`, "9385b92493c73d53"},
	{`{"kind": "priority-backfill", "priority": "lxf", "reservations": 2, "reservation": "fixed"}`, "28a5b0147d46902e"},
	{`{"kind": "priority-backfill", "priority": "lxf-w", "waitWeight": 0.02}`, "60f348ae5323b56f"},
	{`{"kind": "priority-backfill", "priority": "sjf-w", "waitWeight": 0.1, "maxRequest": 100}`, "24e22a2ba01c516a"},
	{`{"kind": "priority-backfill", "priority": "sqrt-sjf-w", "waitWeight": 0.05, "reservations": 2}`, "0047caba163d4b89"},
	{`{"kind": "priority-backfill", "priority": "sqrt-lxf-w", "reservations": 4}`, "5bac98bf88312df6"},
}

// Policies schedule 500 jobs on a farm of 40 computers that are too few for them.
var goldenFarms = []golden{
	{`{"kind": "convergent"}`, "f37d5a4fb70c90dc"},
	{`{"kind": "convergent", "pairs": "all"}`, "3dd7957a1f563099"},
	{`{"kind": "convergent", "matching": "counting", "every": 10}`, "c514013b5e6d8462"},
	{`{"kind": "convergent", "urgency": "figure", "k": 1.5, "energyWeight": 7.3, "overheadWeight": 0}`, "7e19583960a2cc1c"},
	{`{"kind": "flexible-backfill"}`, "a0f3ffb4e67c8eea"},
	{`{"kind": "flexible-backfill", "age": "literal", "k": 1.3, "licenceWeight": 2.7}`, "62ea989d1a5b5ca9"},
	{`{"kind": "easy", "reservations": 3}`, "b032b73e48ae4d60"},
	{`{"kind": "easy"}`, "60dd83ec1496fc58"},
}

// goldenPartitions are policies on a cluster with partitions, for each choice of nodes.
var goldenPartitions = []struct {
	choice string
	rows   []golden
}{
	{"firstFit", []golden{{`{"kind": "fcfs"}`, "4270da3faf9aa5b7"}, {`{"kind": "easy"}`, "2e0516ae02a320aa"}, {`{"kind": "easy", "reservations": 3, "others": "shortest"}`, "72508cffdde2de66"}, {`{"kind": "conservative"}`, "4ff5ca9a11559dfa"}, {`{"kind": "fpfs"}`, "cfee40856876b7e2"},
		{`{"kind": "fcfs", "heads": "partition"}`, "29a9567581c583cf"}, {`{"kind": "easy", "heads": "partition"}`, "75635ce48c95cc45"}}},
	{"bestFit", []golden{{`{"kind": "easy", "heads": "partition", "reservations": 3, "others": "shortest"}`, "b890c43210637a64"}, {`{"kind": "easy"}`, "bd0184c55c6311fe"}, {`{"kind": "conservative", "compress": false}`, "a084726b6b0d3062"}, {`{"kind": "priority-backfill", "priority": "sjf"}`, "6bfb5a739c0f1da8"}, {`{"kind": "selective"}`, "3cbf3cb919415d69"}}},
	{"slurm", []golden{{`{"kind": "easy", "heads": "partition"}`, "45f5e125c53c95e1"}, {`{"kind": "fcfs"}`, "7e6ed90db42a4633"}, {`{"kind": "easy"}`, "452264bafe62d1d7"}, {`{"kind": "conservative"}`, "e7fb7163360af411"},
		{`{"kind": "slurm"}`, "52194b7a5e86044b"}, {`{"kind": "slurm", "version": "25.11", "epilog": true, "parameters": "bf_interval=60,bf_window_linear=300,default_queue_depth=5,bf_max_job_test=20"}`, "f6566018afd0b9d3"}}},
}

// Demands and a machine for them: jobs that need GPUs, memory, whole nodes and several nodes, in three partitions that overlap.
const (
	partitionsWorkload = `{"kind": "lublin", "jobs": 1500, "processors": 128, "load": 1.1, "transform": [{"kind": "demand", "rows": [
		{"share": 4, "memory": 2}, {"share": 1, "most": 16, "nodes": 1, "gpus": 2, "partitions": [2]}, {"share": 1, "allGpus": 5, "memory": 1, "partitions": [2, 3]},
		{"share": 1, "least": 8, "nodes": 2, "nodeMemory": 20}, {"share": 1, "most": 32, "whole": true, "partitions": [1, 3]}, {"share": 1, "most": 64, "taskProcessors": 4, "features": "ib"}]}]}`
	partitionsMachine = `"nodes": [{"name": "n[1-8]", "processors": 16, "memory": 64, "features": "ib"}, {"name": "g[1-3]", "processors": 24, "memory": 128, "gpus": "a100:4", "weight": 5}],
		"partitions": [{"name": "batch", "nodes": "n[1-8]", "default": true}, {"name": "gpu", "nodes": "g[1-3],n[7-8]"}, {"name": "short", "tier": 2, "maxTime": 40000}]`
)

// goldenByHand are schedules of few jobs.
var goldenByHand = []golden{{`{"kind": "by-hand", "moves": "0:1; 4:3; 7.5:2"}`, "c17d6247cb28e2ea"}}

const (
	fewJobs = `{"kind": "jobs", "jobs": [{"run": 4, "processors": 5}, {"run": 3.5, "processors": 6}, {"submit": 1, "run": 3.5, "processors": 3}]}`

	goldenCluster = `{"kind": "cluster", "processors": 128}`
	fiveClusters  = `{"kind": "multicluster", "clusters": [20, 20, 20, 20, 20]}`
	origin2000    = `{"kind": "hosts", "hosts": [{"processors": 64, "memory": 30}, {"processors": 128, "memory": 62, "count": 3}, {"processors": 128, "memory": 30, "count": 4}]}`
)

var goldenWorkloads = []golden{
	{`{"kind": "swf", "file": "log.swf"}`, "ae8cd5b285b6c631"},
	{`{"kind": "farm", "jobs": 400}`, "7dfa6d97d8cfe646"},
	{`{"kind": "farm", "jobs": 400, "speedUp": true, "deadlines": "absolute"}`, "7a53e8e77e175d92"},
	{`{"kind": "power-of-two", "jobs": 2000}`, "e96b74d806ed13bc"},
	{`{"kind": "power-of-two", "jobs": 2000, "split": "phased", "max": 60, "threshold": 15}`, "b744f09e01d44012"},
	{`{"kind": "poisson", "jobs": 2000}`, "cbe8fef3c8c0ea55"},
	{`{"kind": "poisson", "jobs": 2000, "runs": "uniform", "sizes": "uniform"}`, "94c7fe7c84af65dd"},
	{`{"kind": "poisson", "jobs": 2000, "runs": "erlang", "sizes": "powersOfTwo"}`, "1c664494dc56cbb1"},
	{`{"kind": "poisson", "jobs": 2000, "runs": "hyperexponential"}`, "55117d876bb582a9"},
	{`{"kind": "poisson", "jobs": 2000, "runs": "lognormal"}`, "c2a9418c081d3e53"},
	{`{"kind": "jobs", "jobs": [{"submit": 3.25, "run": 60, "processors": 2}, {"id": 7, "run": 0.001, "request": 2, "user": 4}]}`, "2e27d283ee09d8d1"},
	{`{"kind": "jobs", "jobs": [{"submit": 3, "run": 60, "processors": 2, "start": 4.5}, {"id": 7, "run": 9}], "commands": [{"at": 5, "job": 7, "amount": 2.5}, {"at": 3, "job": 1, "type": "RP", "amount": 1}]}`, "007a3c5dd9e0b7f8"},
	{`{"kind": "jobs", "jobs": [{"submit": 1, "run": 60, "processors": 3, "components": [1, 2], "network": 1}, {"run": 9, "bandwidth": 2000}]}`, "77375036416293a9"},
	{`{"kind": "cwf", "file": "log.cwf", "maxCommands": 2}`, "cb24cf5458c61ae2"},
	{`{"kind": "accounting", "file": "sacct.txt"}`, "2b9b17cb6a89acaf"},
	{`{"kind": "accounting", "file": "sacct.txt", "unended": "limit"}`, "ee4be0cdbbb7e411"},
	{`{"kind": "lublin"}`, "5e9b4582e9bb8e35"},
	{`{"kind": "lublin", "jobs": 1000, "processors": 100, "types": "two", "load": 0.7}`, "579bc41de3802bda"},
	{`{"kind": "lublin", "jobs": 1000, "powerOfTwo": 0.2, "a1": 5, "anum": 6, "arar": 1}`, "38556b6d08d7267c"},
	{`{"kind": "lublin-cwf"}`, "7dad90152e322623"},
	{`{"kind": "lublin-cwf", "dedicatedShare": 0.5, "extendShare": 0.2, "reduceShare": 0.1, "load": 0.7, "smallShare": 0.2, "sizes": "floorLarge", "p": "unit"}`, "9a4014ac3ca98e48"},
	{`{"kind": "lublin-cwf", "unit": 8, "betaArr": 0.47, "arrivals": "gridsim", "meanOffset": 500, "dedicatedShare": 1}`, "c7c47c44b7085a52"},
	{`{"kind": "o2k"}`, "6b024892de9b836d"},
	{`{"kind": "o2k", "months": "2000-10,2001-06"}`, "a2cb48012aabd3a5"},
	{`{"kind": "o2k", "calibration": "classes"}`, "c46d8668c3e5c568"},
	{`{"kind": "o2k", "calibration": "nearest"}`, "8fe323268d3b823c"},
}

// Every transformation changes the log of modelLog.
var goldenTransforms = []golden{
	{`{"kind": "forecast", "at": 20000, "job": [{"processors": 3, "request": 600}]}`, "3ac7e3dfecd9160e"},
	{`{"kind": "forecast", "at": 20000, "later": "redrawn", "span": 5000, "block": 600}`, "d52939773165d2bb"},
	{`{"kind": "demand", "rows": [{"share": 3, "memory": 2}, {"most": 16, "nodes": 1, "gpus": 2, "partitions": [2, 3]}, {"least": 8, "whole": true, "features": "ib"}]}`, "d165f4e5772f424c"},
	{`{"kind": "filter", "processors": "2-7"}`, "e454adecbe2969e8"},
	{`{"kind": "first", "jobs": 500}`, "35da04b0440039e5"},
	{`{"kind": "window", "from": 100000.5, "to": 300000}`, "bea67205eb403ff4"},
	{`{"kind": "load", "load": 0.9}`, "7dfdb0bc8364f3f2"},
	{`{"kind": "load", "factor": 0.3}`, "423ac3c99d6b999b"},
	{`{"kind": "estimates", "model": "exact"}`, "35514f0535d8fdd1"},
	{`{"kind": "estimates", "model": "factor", "factor": 1.7}`, "c62dee66a8c88e3f"},
	{`{"kind": "estimates", "model": "log"}`, "054a54c853417694"},
	{`{"kind": "estimates", "model": "factor", "factor": 3, "capped": false}`, "e8cb756526250d1e"},
	{`{"kind": "estimates", "model": "hybrid", "share": 0.6}`, "dfb73e5006c085e9"},
	{`{"kind": "estimates", "model": "testRuns", "tests": 0.7}`, "16e86c558f618f6d"},
	{`{"kind": "split", "threshold": 20}`, "0e4628a537bf7573"},
	{`{"kind": "split", "threshold": 10, "split": "phased", "maxComponents": 3}`, "f640962e8b9c7781"},
	{`{"kind": "bandwidth", "high": 0.3, "medium": 0.4}`, "336acf1f9f574336"},
	{`{"kind": "bandwidth", "file": "demands.csv"}`, "8ff767f274330f4f"},
	{`{"kind": "closedLoop"}`, "1249115ea58e2e77"},
	{`{"kind": "estimates", "model": "fModel", "overestimate": 4}`, "660b8db70b41821b"},
	{`{"kind": "estimates", "model": "tsafrir"}`, "835d1192f91a2060"},
	{`{"kind": "estimates", "model": "tsafrir", "maxEstimate": 900000, "maxShare": 0.3}`, "621f036e1e85a9d8"},
	{`{"kind": "elastic"}`, "e79da24f1591a728"},
	{`{"kind": "elastic", "extendShare": 0, "reduceShare": 1, "meanReduce": 100, "meanDelay": 20}`, "d5fef23e5eec7fec"},
	{`{"kind": "tooWide", "rule": "refuse"}`, "054a54c853417694"},
	{`{"kind": "tooWide", "rule": "clip"}`, "5890c313106238d5"},
	{`{"kind": "change", "jobs": [{"job": 7, "submit": 12.5, "request": 4000, "processors": 3}, {"job": 9, "action": "remove"},
		{"action": "add", "submit": 500, "run": 77, "processors": 2}]}`, "119e7a0dcf2d1e9e"},
}

// shortLog has what a reader must repair.
const shortLog = `; UnixStartTime: 1000000000
1 0 5 60 4 -1 -1 4 90 -1 1 3 1 -1 2 -1 -1 -1
2 0.5 -1 0 -1 -1 -1 8 -1 -1 1 3 1 -1 2 -1 -1 -1
4 7 1 2.25 2 -1 -1 -1 10 -1 1 5 1 -1 1 -1 -1 -1
3 5 0 100 1 -1 -1 1 50 -1 0 -1 1 -1 1 -1 -1 -1
`

// shortCWF has what the Cloud Workload Format adds: a dedicated job and commands.
const shortCWF = `; MaxProcs: 128
1 0 5 60 4 -1 -1 4 90 -1 1 3 1 -1 2 -1 -1 -1 -1 S -1
2 0.5 -1 7 -1 -1 -1 8 9 -1 1 3 1 -1 2 -1 -1 -1 30.25 S
1 20 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ET 12.5
1 10 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 RT 3
2 1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 RP 3
`

// shortAccounting has a job that was made anew, an array that waits, and one that was given more than it asked for.
const shortAccounting = `JobID|User|Account|Partition|Submit|Eligible|Start|End|State|Timelimit|ReqCPUS|AllocCPUS|ReqMem
101|ann|chem|long|2026-03-01T12:00:00|2026-03-01T12:00:30|2026-03-01T12:01:00|2026-03-01T13:00:00|COMPLETED|02:00:00|3|4|1.5G
102|bob|chem|long|2026-03-01T12:05:00|2026-03-01T12:05:00|2026-03-01T13:00:00|2026-03-01T13:10:00|NODE_FAIL|01:00:00|4|4|2Gc
102|bob|chem|long|2026-03-01T13:10:00|2026-03-01T13:12:00|2026-03-01T13:20:00|2026-03-01T14:30:00|TIMEOUT|01:00:00|4|4|2Gc
103_[1-3]|ann|bio|short|2026-03-01T12:10:00|2026-03-01T12:10:00|Unknown|Unknown|PENDING|00:20:00|1|1|
`

// goldenDemands is about some jobs of modelLog.
const goldenDemands = `job,bandwidth,network
1,2000,
5,1000.5,100
3,-,1e3
3000,7,7
`

// modelLog is a log of 2,000 jobs of the Lublin-Feitelson model on 200 processors
// with waits, and requests from half to seven times the run times. Every third job
// follows the fifth before it.
func modelLog(t *testing.T) string {
	t.Helper()
	_, w := compileGolden(t, `"workload": {"kind": "lublin", "jobs": 2000, "processors": 200, "load": 1.2}, "policies": [{"kind": "fcfs"}]`, "")
	var log strings.Builder
	for i, j := range w.Jobs {
		preceding := -1
		if i%3 == 0 && i >= 5 {
			preceding = i - 4
		}
		fmt.Fprintf(&log, "%d %.3f %d %.0f -1 -1 -1 %d %.1f -1 1 %d -1 -1 -1 -1 %d %d\n",
			i+1, j.Submit.Seconds(), i%100*20, j.Run.Seconds(), j.Processors, j.Run.Seconds()*float64(1+i%14)/2, i%30, preceding, i%50*10)
	}
	return log.String()
}

func TestPoliciesHaveGoldenSchedules(t *testing.T) {
	covered := checkGolden(t, goldenPolicies, schedules(t, goldenCluster, `{"kind": "swf", "file": "log.swf"}`, modelLog(t)))
	maps.Copy(covered, checkGolden(t, goldenDedicated, schedules(t, goldenCluster,
		`{"kind": "lublin-cwf", "jobs": 1000, "unit": 8, "dedicatedShare": 0.5, "extendShare": 0.2, "reduceShare": 0.1}`, "")))
	maps.Copy(covered, checkGolden(t, goldenHosts, schedules(t, origin2000, `{"kind": "o2k"}`, "")))
	maps.Copy(covered, checkGolden(t, goldenClusters, schedules(t, fiveClusters, `{"kind": "power-of-two", "jobs": 3000, "meanGap": 0.6}`, "")))
	for _, g := range goldenNodes {
		maps.Copy(covered, checkGolden(t, g.rows, schedules(t, `{"kind": "nodes", "processors": 250, `+g.machine+`}`,
			`{"kind": "swf", "file": "log.swf", "transform": [{"kind": "bandwidth"}]}`, modelLog(t))))
	}
	for _, g := range goldenPartitions {
		maps.Copy(covered, checkGolden(t, g.rows, schedules(t, `{"kind": "partitions", "choice": "`+g.choice+`", `+partitionsMachine+`}`, partitionsWorkload, "")))
	}
	maps.Copy(covered, checkGolden(t, goldenFarms, schedules(t, `{"kind": "farm", "computers": 40, "overhead": 5}`,
		`{"kind": "farm", "jobs": 500, "meanGap": 8}`, "")))
	maps.Copy(covered, checkGolden(t, goldenByHand, schedules(t, `{"kind": "cluster", "processors": 8}`, fewJobs, "")))
	for _, p := range Catalog {
		mustBeCovered(t, "policy", p.Kind, "goldenPolicies", covered)
	}
}

// schedules makes the job tables of a policy on a machine and a workload, for both
// orders of simultaneous events.
func schedules(t *testing.T, machine, workload, log string) func(part string) string {
	return func(part string) string {
		var tables strings.Builder
		for _, order := range []string{"batch", "sequential"} {
			plan, w := compileOn(t, machine, `"workload": `+workload+`, "policies": [`+part+`], "simultaneous": "`+order+`"`, log)
			tables.WriteString(jobTable(t, plan, w))
		}
		return tables.String()
	}
}

func TestWorkloadsAreGolden(t *testing.T) {
	covered := checkGolden(t, goldenWorkloads, func(part string) string {
		switch {
		case strings.Contains(part, "log.cwf"):
			return columns(t, part, shortCWF)
		case strings.Contains(part, "sacct.txt"):
			return columns(t, part, shortAccounting)
		}
		return columns(t, part, shortLog)
	})
	for _, k := range Catalogs().Workloads {
		mustBeCovered(t, "workload", k.Kind, "goldenWorkloads", covered)
	}
}

func TestTransformsAreGolden(t *testing.T) {
	log := modelLog(t)
	covered := checkGolden(t, goldenTransforms, func(part string) string {
		return columns(t, `{"kind": "swf", "file": "log.swf", "transform": [`+part+`]}`, log)
	})
	for _, k := range Catalogs().Transforms {
		mustBeCovered(t, "transformation", k.Kind, "goldenTransforms", covered)
	}
}

// checkGolden compares the digest of what each row makes. It returns the kinds seen.
func checkGolden(t *testing.T, rows []golden, of func(part string) string) map[string]bool {
	t.Helper()
	covered := map[string]bool{}
	for _, row := range rows {
		_, rest, _ := strings.Cut(row.part, `"kind": "`)
		kind, _, _ := strings.Cut(rest, `"`)
		covered[kind] = true
		sum := sha256.Sum256([]byte(of(row.part)))
		switch digest := hex.EncodeToString(sum[:8]); {
		case row.digest == "":
			t.Errorf("the row %s has no digest: if natively and in Node it is %q, put that there", row.part, digest)
		case digest != row.digest:
			t.Errorf("%s: digest %q, want %q", row.part, digest, row.digest)
		}
	}
	return covered
}

func mustBeCovered(t *testing.T, what, kind, table string, covered map[string]bool) {
	t.Helper()
	if !covered[kind] {
		t.Errorf("no golden value shows that the %s %q is the same on every platform: add the row {`{\"kind\": %q}`, \"\"} to %s", what, kind, kind, table)
	}
}

// compileGolden is compileOn the golden cluster.
func compileGolden(t testing.TB, parts, log string) (*scenario.Plan, *engine.Workload) {
	t.Helper()
	return compileOn(t, goldenCluster, parts, log)
}

// compileOn compiles a scenario of a machine and these parts and makes its workload,
// from log if it names one, and goldenDemands.
func compileOn(t testing.TB, machine, parts, log string) (*scenario.Plan, *engine.Workload) {
	t.Helper()
	s, err := scenario.Read([]byte(`{"version": 1, "seed": 42, "machine": ` + machine + `, ` + parts + `}`))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(s, Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	w, _, err := plan.Workload(0, func(name string) (io.ReadCloser, error) {
		text := log
		if demands.IsTable(name) {
			text = goldenDemands
		}
		return io.NopCloser(strings.NewReader(text)), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan, w
}

// jobTable is the job table of the plan's first policy on w.
func jobTable(t *testing.T, plan *scenario.Plan, w *engine.Workload) string {
	t.Helper()
	task := &experiment.Task{Plan: plan, Workload: w}
	run, err := task.Simulate(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	if err := experiment.WriteJobs(&table, []*experiment.Run{run}, experiment.Columns{}); err != nil {
		t.Fatal(err)
	}
	return table.String()
}

// columns is everything that a workload says of its jobs.
func columns(t *testing.T, part, log string) string {
	t.Helper()
	plan, w := compileGolden(t, `"workload": `+part+`, "policies": [{"kind": "fcfs"}]`, log)
	text := fmt.Sprintf("%v %v %v %v %v %v %d", w.Jobs, w.Number, w.Wait, w.User, w.Group, w.Queue, w.Machine)
	if w.Calendar != nil {
		text += fmt.Sprint(*w.Calendar)
	}
	if w.Requested != nil || w.Commands != nil {
		text += fmt.Sprint(w.Requested, w.Commands, w.MaxCommands)
	}
	if w.Memory != nil {
		text += fmt.Sprint(w.Memory)
	}
	if w.Components != nil {
		text += fmt.Sprint(w.Components)
	}
	if w.Bandwidth != nil {
		text += fmt.Sprint(w.Bandwidth)
	}
	if w.Network != nil {
		text += fmt.Sprint(w.Network)
	}
	if w.Benchmark != nil {
		text += fmt.Sprint(w.Benchmark, w.Licences, w.Deadline, w.Checkpoints)
	}
	if w.After != nil {
		text += fmt.Sprint(w.After, w.Think, w.Continues)
	}
	return text + jobTable(t, plan, w)
}
