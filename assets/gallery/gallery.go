// Package gallery holds the ready-made scenarios, one file each, and the order in which they are offered (Items). The
// browser program contains the one that a first visit shows; the others come to the page in one file, which Listing
// makes.
//
// It knows the scenarios as texts. It does not know what they mean: its tests compile and run them.
package gallery

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Files are the scenarios, by file name.
//
//go:embed *.json
var Files embed.FS

// FirstFile is the name of the scenario that a first visit shows, First its content.
const FirstFile = "textbook.json"

//go:embed textbook.json
var First []byte

// Item is what the gallery's index says of a scenario; its title is the scenario's name.
type Item struct {
	File     string // name in Files
	Group    string
	Sentence string
}

const (
	first = "First steps"
	kumar = "Kumar, Shae, Jamjoom 2012"
	// chiang is about the impact of more accurate requested runtimes.
	chiang = "Chiang, Arpaci-Dusseau, Vernon 2002"
	// baraglia is about deadlines and licences on a farm of unequal computers.
	baraglia = "Baraglia, Capannini, Dazzi, Pagano 2013"
	// ngubiri is about jobs whose components run in several clusters.
	ngubiri = "Ngubiri, van Vliet 2007"
	// guim is about jobs that share the memory bandwidth of nodes.
	guim = "Guim, Corbalan, Labarta 2007"
	// slurm is about what schedules most clusters.
	slurm = "Slurm"
	// baselines are what recent papers compare with.
	baselines = "Baselines of the literature"
)

// Items is the index, in the order in which the scenarios are offered. The items of a group follow each other.
var Items = []Item{
	{"textbook.json", first, "A dozen jobs under three policies, small enough to follow job by job."},
	{"lublin.json", first, "500 jobs at 90 % load: how much backfilling saves."},
	{"allocation-unit.json", first, "What it costs to give out processors in packs of 32."},
	{"small-centre.json", first, "28,000 jobs on 100 processors: few jobs are large, and those wait longest."},
	{"own-policy.json", first, "Write a policy in twenty lines: EASY as a script, beside the one that the page has."},
	{"queueing.json", first, "What queueing theory says, beside what is simulated."},

	{"slurm-and-the-book.json", slurm, "Why jobs wait twice as long in Slurm as under EASY in the book: a loop of half a minute, promises to everybody, rounding."},

	{"baselines-sign.json", baselines, "A table that several papers copied has a sign wrong in two of its columns."},
	{"baselines-scores.json", baselines, "Four scores that were found by simulation, against FCFS and the smallest area first."},
	{"baselines-predictions.json", baselines, "EASY++ and its relatives: a scheduler that corrects predictions badly had better believe the users."},
	{"baselines-called-easy.json", baselines, "Programs that are called EASY differ by tens of percent on the same log: one switch after the other."},
	{"baselines-promises.json", baselines, "Between EASY and conservative backfilling: who is promised a start, and how firmly."},

	{"kumar-figure-2.json", kumar, "Three jobs that tell LOS from Delayed-LOS."},
	{"kumar-figure-1.json", kumar, "Filling the machine best is not waiting least: LOS against EASY on model jobs."},
	{"kumar-table-3.json", kumar, "The whole family on one workload of batch and dedicated jobs with elastic commands."},
	{"kumar-figure-5.json", kumar, "The mean wait against the number of skips, 200 workloads a point."},
	{"kumar-figure-6.json", kumar, "With eight small jobs in ten, three skips are enough."},
	{"kumar-skip-limit.json", kumar, "Limits of 1, 3, 7 and 20 skips compared on the same jobs: a plateau, no optimum."},
	{"kumar-figure-7.json", kumar, "Delayed-LOS beats LOS and EASY at every load; LOS is not worse than EASY."},
	{"kumar-table-4.json", kumar, "The abstract's 31.88 %, and what is left of it over 200 workloads."},
	{"kumar-figure-8.json", kumar, "Two mixtures of small and large jobs: the more small ones, the less a scheduler matters."},
	{"kumar-readings-of-los.json", kumar, "How one detail that a paper does not print turns a result round."},
	{"kumar-figure-9.json", kumar, "Hybrid-LOS, EASY-D and LOS-D keep appointments with dedicated jobs, or try to."},
	{"kumar-table-5.json", kumar, "25 % are claimed, 3 % come out."},
	{"kumar-figure-10.json", kumar, "Nine jobs in ten want to start at a certain time: a difference of a quarter of a percent that only paired runs show."},
	{"kumar-printed.json", kumar, "The listing typed in line by line gives out processors that are not there, and wins."},
	{"kumar-figure-11-batch.json", kumar, "Jobs are extended and cut short while they wait and run."},
	{"kumar-table-6.json", kumar, "The table that reproduces best."},
	{"kumar-figure-11-mixed.json", kumar, "Elastic commands and dedicated jobs together."},
	{"kumar-table-7.json", kumar, "Holds in direction; one printed figure contradicts the definition of slowdown."},

	{"chiang-table-1.json", chiang, "The logs are not public: ten months of generated jobs beside the published table."},
	{"chiang-figure-1.json", chiang, "Three jobs of ten that request 400 hours end within ten."},
	{"chiang-table-2.json", chiang, "A month on eight hosts under FCFS, SJF, LXF and LXF&W."},
	{"chiang-figure-2.json", chiang, "Short jobs first: nearly everybody waits less, and somebody for months."},
	{"chiang-figure-3.json", chiang, "Two to four reservations shorten the longest wait; more cost everybody else."},
	{"chiang-reservations.json", chiang, "A reservation that shorter jobs can take away protects little."},
	{"chiang-table-3.json", chiang, "Three priorities by name and as expressions: write one of your own."},
	{"chiang-figure-4.json", chiang, "A little weight on the wait halves the longest one."},
	{"chiang-figure-5.json", chiang, "The two new priorities against FCFS."},
	{"chiang-table-4.json", chiang, "Seven ways to request time, from the users' own guesses to the exact run time."},
	{"chiang-figure-6.json", chiang, "Under FCFS exact requests help less than one would think."},
	{"chiang-figure-7.json", chiang, "The main result: under a priority for short jobs exact requests cut slowdown to a sixth."},
	{"chiang-figure-8.json", chiang, "Most of the gain is there if four users of five estimate well."},
	{"chiang-figure-9.json", chiang, "Who estimates well waits 43 % less than the others."},
	{"chiang-figure-10.json", chiang, "A short test run first, then a good estimate: mostly worth the wait."},
	{"chiang-figure-11.json", chiang, "Half of the users estimate or test, the others do not."},

	{"baraglia-preemptions.json", baraglia, "Six jobs on three computers: which is stopped, which is suspended, which takes its work along; and a licence that two jobs share."},
	{"baraglia-figure-1.json", baraglia, "How the Convergent Scheduler plans: what each pair of a job and a computer is worth, and why."},
	{"baraglia-figure-2.json", baraglia, "How a deadline pulls, as it is drawn and as it is printed: three jobs tell the two apart."},
	{"baraglia-urgency.json", baraglia, "The picture has fewer late jobs than the equation that it illustrates."},
	{"baraglia-figure-3.json", baraglia, "How many jobs are in the system, and from when on the farm keeps up."},
	{"baraglia-figure-4.json", baraglia, "Who is late under EASY, flexible backfilling and four versions of the Convergent Scheduler."},
	{"baraglia-figure-4-b.json", baraglia, "The same if a job's processors share its work: the farm is hardly ever full."},
	{"baraglia-figure-5.json", baraglia, "A slowdown of 1 and a growing queue cannot both be true: the paper's two readings."},
	{"baraglia-figure-6.json", baraglia, "All machines always busy? EASY has them busier."},
	{"baraglia-figure-7.json", baraglia, "Licences in use, of those that can be."},
	{"baraglia-figure-8.json", baraglia, "How long a plan takes, and what it saves to look only at pairs that may be taken."},
	{"baraglia-figure-9.json", baraglia, "All plans of a run together: planning every ten seconds is the cheapest."},
	{"baraglia-figure-10.json", baraglia, "Counting sort against quicksort from 250 to 2000 jobs."},

	{"ngubiri-figure-1.json", ngubiri, "Jumping the queue helps everybody, small jobs most: response times by size, widest component and number of components."},
	{"ngubiri-figure-2.json", ngubiri, "From no jump to fifty: nearly all there is to gain is gained by ten."},
	{"ngubiri-table-1.json", ngubiri, "The largest quarter of the jobs is 59 % of the work, and waits longest."},
	{"ngubiri-figure-3.json", ngubiri, "Splitting larger jobs into more parts makes the system faster and fairer."},
	{"ngubiri-figure-4.json", ngubiri, "Jobs wider than half a cluster should be split; simulated until every group is known to 5 %."},

	{"guim-figure-1.json", guim, "Three jobs on two nodes: which processors each one holds, and when."},
	{"guim-figure-2.json", guim, "Time cut into intervals in which the same processes run on a node."},
	{"guim-figure-3.json", guim, "Where processes ask for more than the node has, all of them slow down."},
	{"guim-figure-4.json", guim, "A job on two nodes ends when the slower one is done."},
	{"guim-spread.json", guim, "Four processes on one node or on four: a third slower, or not at all."},
	{"guim-table-1-ctc.json", guim, "A restriction on placement that makes the slowdown better: jobs like those of the CTC."},
	{"guim-table-1-sdsc.json", guim, "First fit against first contiguous on Blue Horizon: the percentile and the mean disagree."},
	{"guim-table-2-ctc.json", guim, "The more jobs want memory bandwidth, the longer all wait, and the more are killed."},
	{"guim-table-2-sdsc.json", guim, "Jobs that fill whole nodes are in conflict with themselves alone."},
	{"guim-readings.json", guim, "Two misprints and a factor of two: what the published equations say."},
	{"guim-selections.json", guim, "Five ways to select processors: who is in conflict with whom."},
}

// Listed is an item as the page gets it: a scenario, or a page or a log of the site that is offered beside them.
type Listed struct {
	File     string `json:"file"`
	Group    string `json:"group"`
	Title    string `json:"title"`
	Sentence string `json:"sentence"`
	Scenario string `json:"scenario"` // as the file has it
	Words    string `json:"words"`    // that are searched besides: the scenario's description and the labels of its policies
	Kinds    string `json:"kinds"`    // of its policies, with spaces between
	Page     string `json:"page"`     // address of a page; File and Scenario are empty then
	Log      string `json:"log"`      // address of a log, which is opened as if it were dropped; File and Scenario are empty then
}

// Listing is the whole gallery in JSON, a list of Listed: what is offered beside scenarios first, then these in the order of Items.
func Listing(beside []Listed) ([]byte, error) {
	list := slices.Clone(beside)
	for _, item := range Items {
		content, err := Files.ReadFile(item.File)
		if err != nil {
			return nil, fmt.Errorf("gallery: %w", err)
		}
		var about struct {
			Name, Description string
			Policies          []struct{ Kind, Label string }
		}
		if err := json.Unmarshal(content, &about); err != nil {
			return nil, fmt.Errorf("gallery: %s: %w", item.File, err)
		}
		words, kinds := []string{about.Description}, []string{}
		for _, p := range about.Policies {
			words, kinds = append(words, p.Label), append(kinds, p.Kind)
		}
		list = append(list, Listed{File: item.File, Group: item.Group, Title: about.Name, Sentence: item.Sentence, Scenario: string(content),
			Words: strings.Join(words, " "), Kinds: strings.Join(kinds, " ")})
	}
	return json.Marshal(list)
}
