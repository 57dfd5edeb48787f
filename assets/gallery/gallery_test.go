package gallery

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/engine/workload/workloadtest"
	"backfill/policies/written"
)

func read(t *testing.T, item Item) []byte {
	t.Helper()
	text, err := Files.ReadFile(item.File)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// plan compiles an item for at most so many replications.
func plan(t *testing.T, item Item, replications int) *scenario.Plan {
	t.Helper()
	return compiled(t, item, replications, false)
}

// small makes jobs and computers of a drawn farm a tenth, unless the item varies them, and three months of the ten of O2K: every claim is about one of these,
// or about several months with one of them.
func small(s *scenario.Scenario) {
	if text := string(s.Workload.Fields["months"]); text == `"2000-10..2001-07"` {
		s.Workload.Fields["months"] = json.RawMessage(`"2001-02,2001-06,2001-07"`)
	}
	if s.Workload.Kind == "farm" && s.Workload.Fields["jobs"] == nil {
		s.Workload.Fields["jobs"], s.Machine.Fields["computers"] = json.RawMessage("150"), json.RawMessage("15")
	}
}

// compiled is plan, if need be of a small workload.
func compiled(t *testing.T, item Item, replications int, shrink bool) *scenario.Plan {
	t.Helper()
	s, err := scenario.Read(read(t, item))
	if err != nil {
		t.Fatalf("%s: %v", item.File, err)
	}
	s.Replications = min(s.Replications, replications)
	if shrink {
		small(s)
	}
	p, err := scenario.Compile(s, written.Catalogs())
	if err != nil {
		t.Fatalf("%s: %v", item.File, err)
	}
	return p
}

func TestTheIndexNamesEveryItemOnce(t *testing.T) {
	files, err := fs.Glob(Files, "*.json")
	if err != nil {
		t.Fatal(err)
	}
	var named, groups []string
	titles := map[string]bool{}
	for _, item := range Items {
		named = append(named, item.File)
		if n := len(groups); n == 0 || groups[n-1] != item.Group {
			groups = append(groups, item.Group)
		}
		s := plan(t, item, 1).Scenario
		if s.Name == "" || titles[s.Name] || s.Description == "" || !strings.HasSuffix(item.Sentence, ".") {
			t.Errorf("%s: title %q, sentence %q, description %q", item.File, s.Name, item.Sentence, s.Description)
		}
		titles[s.Name] = true
	}
	slices.Sort(named)
	if !slices.Equal(named, files) {
		t.Errorf("the index names %v, there are %v", named, files)
	}
	slices.Sort(groups)
	if slices.Contains(groups, "") || len(slices.Compact(slices.Clone(groups))) < len(groups) {
		t.Errorf("the items of a group do not follow each other: %q", groups)
	}
}

// The page gets the items as they are, with their titles, and has the first one itself.
func TestListing(t *testing.T) {
	text, err := Listing([]Listed{{Group: "Lessons", Title: "A", Sentence: "B.", Page: "a.html"}})
	if err != nil {
		t.Fatal(err)
	}
	var list []Listed
	if err := json.Unmarshal(text, &list); err != nil || len(list) != 1+len(Items) {
		t.Fatalf("%d of %d items, error %v", len(list), 1+len(Items), err)
	}
	if page := list[0]; page.Page != "a.html" || page.Title != "A" {
		t.Errorf("the page is listed as %v", page)
	}
	list = list[1:]
	for i, item := range Items {
		s := plan(t, item, 1).Scenario
		want := Listed{File: item.File, Group: item.Group, Title: s.Name, Sentence: item.Sentence, Scenario: string(read(t, item)), Words: s.Description}
		for _, p := range s.Policies {
			want.Words, want.Kinds = want.Words+" "+p.Label, strings.TrimSpace(want.Kinds+" "+p.Kind)
		}
		if list[i] != want {
			t.Errorf("listed as %v, want %v", list[i], want)
		}
	}
	if list[0].File != FirstFile || list[0].Scenario != string(First) {
		t.Errorf("the first item is %s, want %s as embedded", list[0].File, FirstFile)
	}
}

// Every figure and table of the paper has an item with claims, and each
// claim says where it was published and what is said there.
func TestChiangIsComplete(t *testing.T) {
	var want []string
	for figure := 1; figure <= 11; figure++ {
		want = append(want, fmt.Sprintf("chiang-figure-%d.json", figure))
	}
	for table := 1; table <= 4; table++ {
		want = append(want, fmt.Sprintf("chiang-table-%d.json", table))
	}
	checkComplete(t, chiang, want)
}

// The figures are diagrams without numbers, so that nothing is claimed there.
func TestGuimIsComplete(t *testing.T) {
	checkComplete(t, guim, []string{"guim-figure-1.json", "guim-figure-2.json", "guim-figure-3.json", "guim-figure-4.json",
		"guim-table-1-ctc.json", "guim-table-1-sdsc.json", "guim-table-2-ctc.json", "guim-table-2-sdsc.json"})
}

func TestNgubiriIsComplete(t *testing.T) {
	checkComplete(t, ngubiri, []string{"ngubiri-figure-1.json", "ngubiri-figure-2.json", "ngubiri-figure-3.json", "ngubiri-figure-4.json", "ngubiri-table-1.json"})
}

func TestBaragliaIsComplete(t *testing.T) {
	want := []string{"baraglia-figure-4-b.json"}
	for figure := 1; figure <= 10; figure++ {
		want = append(want, fmt.Sprintf("baraglia-figure-%d.json", figure))
	}
	checkComplete(t, baraglia, want)
}

// checkComplete looks for the items of a group that are wanted, and at the claims of all of
// its items, of which those with replications have some.
func checkComplete(t *testing.T, group string, want []string) {
	t.Helper()
	for _, item := range Items {
		if item.Group != group {
			continue
		}
		want = slices.DeleteFunc(want, func(file string) bool { return file == item.File })
		s := plan(t, item, 10).Scenario
		if len(s.Claims) < 3 && s.Replications > 1 {
			t.Errorf("%s has %d claims", item.File, len(s.Claims))
		}
		for _, c := range s.Claims {
			if c.Published == "" || c.Source == "" {
				t.Errorf("%s: a claim about %s has the published text %q and the source %q", item.File, c.Metric, c.Published, c.Source)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

// A reservation table of two nodes of five processors, without penalties and with those of
// the shadows of two jobs on node 1, demand 10,000 of 6000 MB/s, and of two on node 2, 7000.
// By rates job 1 has 600 s of work left at 300 s, which take 1000; so job 2 does 600 s of its
// 1200 until 1300 s, and the others in as long. Job 3 does 6/7 of the work until job 2 ends,
// 1600 s later, and the rest of its 1800 s, 428.57, alone.
func TestJobsOfGuimsFigures(t *testing.T) {
	for file, want := range map[string][]engine.Time{
		"guim-figure-1.json": {900_000, 1_500_000, 2_100_000},
		"guim-figure-3.json": {1_300_000, 1_900_000, 2_328_572},
		"guim-figure-4.json": {1_300_000, 1_900_000, 2_328_572},
	} {
		task, err := experiment.Prepare(plan(t, Item{File: file}, 1), 0, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		run, err := task.Simulate(0, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(run.Outcome.End, want) {
			t.Errorf("%s: ends %v, want %v", file, run.Outcome.End, want)
		}
	}
}

// The items on farms typed by hand show what their descriptions say. In the first, at 40 s,
// job 6 takes computer 1 for 120 x 400/600 = 80 s; of the 266.667 s of job 1 there 226.667 are
// left when it goes on at 120 s. Job 4 runs from 40 to 190 s on computer 2; then job 3 comes
// there from computer 3, where it has done 40 x 300 of its 400 x 400 units: the others take
// 148,000/400 = 370 s. Job 5 takes 180 x 400/300 = 240 s on computer 3, where job 2 starts anew
// behind it: 280 + 160,000/300 = 813.334. Jobs 7 and 8 take 100 s each, both on computer 1, and
// job 9 gets the licence at 930 s, when only job 8 uses it, where that runs, and takes 40. In
// the second, job 2 is in time by the picture alone.
func TestJobsOfBaragliasFarms(t *testing.T) {
	for file, want := range map[string][]engine.Time{
		"baraglia-preemptions.json": {346_667, 813_334, 560_000, 190_000, 280_000, 120_000, 930_000, 940_000, 970_000},
		"baraglia-figure-2.json":    {100_000, 200_000, 400_000},
	} {
		p := plan(t, Item{File: file}, 1)
		task, err := experiment.Prepare(p, 0, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		run, err := task.Simulate(len(p.Policies)-1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(run.Outcome.End, want) {
			t.Errorf("%s: ends %v, want %v", file, run.Outcome.End, want)
		}
	}
}

// The item about Slurm says by how much jobs wait longer than under EASY, with intervals, for jobs of 52 s and of 832 s and, for one
// policy, on one node: what its replications give.
func TestWhatSlurmCostsIsAsTold(t *testing.T) {
	if runtime.GOARCH == "wasm" || testing.Short() {
		t.Skip("takes some seconds; natively is enough: the schedules are the same")
	}
	item := Item{File: "slurm-and-the-book.json"}
	told := plan(t, item, 20).Scenario.Description
	for _, each := range []struct {
		node     string
		meanRun  int
		policies []string
	}{
		{`{"name": "n[01-16]", "processors": 4}`, 52, []string{"EASY, all promised", "Slurm made EASY", "Slurm, quick and exact", "Slurm, quick", "Slurm"}},
		{`{"name": "n[01-16]", "processors": 4}`, 832, []string{"Slurm, quick and exact", "Slurm"}},
		{`{"name": "n1", "processors": 64}`, 52, []string{"Slurm made EASY"}},
	} {
		s, err := scenario.Read(read(t, item))
		if err != nil {
			t.Fatal(err)
		}
		s.Sweep = nil
		s.Workload.Fields["meanRun"] = json.RawMessage(fmt.Sprint(each.meanRun))
		s.Machine.Fields["nodes"] = json.RawMessage("[" + each.node + "]")
		p, err := scenario.Compile(s, written.Catalogs())
		if err != nil {
			t.Fatal(err)
		}
		var runs []*experiment.Run
		for r := range p.Replications {
			task, err := experiment.Prepare(p, 0, r, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, policy := range p.Policies {
				if i > 0 && !slices.Contains(each.policies, policy.Label) {
					continue
				}
				run, err := task.Measure(i, nil)
				if err != nil {
					t.Fatal(err)
				}
				runs = append(runs, run)
			}
		}
		found := 0
		for _, c := range experiment.Collect(p, runs, "meanWait").Comparisons {
			if c.Kind != "ratio" || !slices.Contains(each.policies, c.Policy) {
				continue
			}
			found++
			words := fmt.Sprintf("%+.0f %% [%+.0f, %+.0f]", 100**c.Relative, 100**c.Low, 100**c.High)
			if words = strings.ReplaceAll(words, "-0,", "0,"); !strings.Contains(told, words) {
				t.Errorf("%s on %s with jobs of %d s: %s, which the description does not say", c.Policy, each.node, each.meanRun, words)
			}
		}
		if found != len(each.policies) {
			t.Errorf("%d policies of %q are compared", found, each.policies)
		}
		if len(each.policies) < 5 {
			continue
		}
		// The steps, from each policy to the next, by the mean wait under EASY, paired by replication.
		waits := map[string][]float64{}
		for _, run := range runs {
			waits[run.Policy] = append(waits[run.Policy], run.Metrics.Value("meanWait"))
		}
		for i := 2; i < 5; i++ {
			var sum, squares, easy float64
			n := float64(p.Replications)
			for r, from := range waits[each.policies[i-1]] {
				d := waits[each.policies[i]][r] - from
				sum, squares, easy = sum+d, squares+d*d, easy+waits["EASY"][r]
			}
			const t19 = 2.093 // quantile 0.975 of Student's distribution with 19 degrees of freedom
			half := t19 * math.Sqrt((squares-sum*sum/n)/(n-1)/n)
			if words := fmt.Sprintf("%.0f %% (±%.0f)", 100*sum/easy, 100*half/(easy/n)); !strings.Contains(told, words) {
				t.Errorf("from %s to %s: %s, which the description does not say", each.policies[i-1], each.policies[i], words)
			}
		}
	}
}

// What the item about Slurm says of the reference run r2: how long its jobs waited, and how long they would have waited under EASY.
func TestWhatWasRecordedIsAsTold(t *testing.T) {
	read := func(file string, comma rune, packed bool) (rows []map[string]string) {
		var from io.Reader = workloadtest.OpenTrace(t, "slurm/r2/"+file)
		if packed {
			unpacked, err := gzip.NewReader(from)
			if err != nil {
				t.Fatal(err)
			}
			from = unpacked
		}
		lines := csv.NewReader(from)
		lines.Comma, lines.LazyQuotes = comma, true
		all, err := lines.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range all[1:] {
			row := map[string]string{}
			for i, name := range all[0] {
				row[name] = line[i]
			}
			rows = append(rows, row)
		}
		return rows
	}
	var waited float64
	recorded := read("sacct-all.txt.gz", '|', true)
	for _, row := range recorded {
		submit, err := time.Parse("2006-01-02T15:04:05", row["Submit"])
		if err != nil {
			t.Fatal(err)
		}
		start, err := time.Parse("2006-01-02T15:04:05", row["Start"])
		if err != nil {
			t.Fatal(err)
		}
		waited += start.Sub(submit).Seconds() / float64(len(recorded))
	}
	var jobs []string
	for _, row := range read("submissions.csv", ',', false) {
		minutes, err := strconv.Atoi(row["limit"])
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, fmt.Sprintf(`{"submit": %s, "run": %s, "request": %d, "processors": %s}`, row["t_sent"], row["sleep"], 60*minutes, row["cpus"]))
	}
	text := fmt.Sprintf(`{"version": 1, "machine": {"kind": "cluster", "processors": 64}, "policies": [{"kind": "easy"}], "workload": {"kind": "jobs", "jobs": [%s]}}`, strings.Join(jobs, ", "))
	s, err := scenario.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.Compile(s, written.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	task, err := experiment.Prepare(p, 0, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	run, err := task.Measure(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	told := plan(t, Item{File: "slurm-and-the-book.json"}, 1).Scenario.Description
	for _, want := range []string{fmt.Sprintf("%d jobs", len(recorded)), fmt.Sprintf("waited %.0f s", waited), fmt.Sprintf("gives the same jobs %.0f s", run.Metrics.Value("meanWait"))} {
		if !strings.Contains(told, want) {
			t.Errorf("the description does not say %q", want)
		}
	}
}

// Every item runs to its end at every point, all jobs that fit are served, and its
// claims are judged. Capacity and the like are the engine's to test.
func TestEveryItemRuns(t *testing.T) {
	if runtime.GOARCH == "wasm" {
		t.Skip("natively is enough: the schedules are the same")
	}
	for _, item := range Items {
		t.Run(item.File, func(t *testing.T) {
			t.Parallel()
			p := compiled(t, item, 2, true)
			if p.Scenario.Workload.Kind == "o2k" {
				p = compiled(t, item, 1, true) // months take a while
			}
			var runs []*experiment.Run
			var task *experiment.Task
			for r := range p.Replications {
				for point := range p.Points {
					var err error
					if task == nil {
						task, err = experiment.Prepare(p, point, r, nil)
					} else { // with what it has already
						task, err = task.Next(experiment.Cell{Point: point, Replication: r}, nil)
					}
					if err != nil {
						t.Fatal(err)
					}
					for i, policy := range p.Policies {
						run, err := task.Measure(i, nil)
						if err != nil {
							t.Fatalf("%s: %v", policy.Label, err)
						}
						// Algorithm 2 as printed strands jobs: that is what its item shows.
						if left := run.Metrics.Value("unfinished") + run.Metrics.Value("refused"); left > 0 && !strings.Contains(policy.Label, "printed") {
							t.Errorf("%s at %v leaves %v jobs", policy.Label, run.Point, left)
						}
						runs = append(runs, run)
					}
				}
			}
			for _, claim := range experiment.Collect(p, runs, metrics.Descriptions[0].Name).Claims {
				if claim.Measured == nil {
					t.Errorf("nothing is known of the claim %q (%s, %s)", claim.Published, claim.Policy, claim.Metric)
				}
			}
		})
	}
}

// The script of the item does what its description says: the same start for every job as the policy EASY.
func TestOwnPolicyIsEASY(t *testing.T) {
	task, err := experiment.Prepare(plan(t, Item{File: "own-policy.json"}, 1), 0, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	var starts [][]engine.Time
	for i := range task.Plan.Policies {
		run, err := task.Simulate(i, nil)
		if err != nil {
			t.Fatal(err)
		}
		starts = append(starts, run.Outcome.Start)
	}
	if !slices.Equal(starts[0], starts[1]) {
		t.Error("the script starts other jobs, or at other times")
	}
	if fcfs := starts[0]; slices.IsSorted(fcfs) {
		t.Error("nobody is backfilled, so that nothing is shown")
	}
}
