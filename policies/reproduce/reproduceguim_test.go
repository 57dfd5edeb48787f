//go:build reproduce

package reproduce

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
)

// Draws of the demands for memory bandwidth in every study of Guim, Corbalan and Labarta.
const guimWorkloads = 20

// Mixes of demands for memory bandwidth, in the order in which more jobs have a high one.
var guimMixes = []string{"LOW", "MED", "HIGH"}

func reproduceGuim(t *testing.T, b *strings.Builder) {
	s := simulations{measures: guimMeasures, open: openGuimLog(t)}
	keepOnDisk(t, &s, "../../bin/reproduce-guim.csv")
	fmt.Fprintf(b, "\n## Guim, Corbalan and Labarta: figures of an independent prototype\n\n"+
		"Shortest-job-first backfilling with one reservation on nodes of 4 processors and 6000 MB/s; the first 10,000 jobs of each log. The logs of CTC and SDSC (Blue Horizon) are filtered ones "+
		"in which run times end with the requests, so that no job is killed before others slow it down; that of KTH is the archive's. What is wider than the machine is clipped to it. "+
		"In italics the figures of a prototype that was written apart from this program. It also tried another reading, with the reservation for the first job in order of arrival, which is not among the policies here.\n\n"+
		"### Run times of the log\n\n95th percentiles of bounded slowdown and wait (s) / means of both. There is nothing random in them: they are to agree to the last digit.\n\n"+
		"| log, processors | first fit | first contiguous |\n|---|---|---|\n")
	var ours, theirs []string
	for _, text := range compareTraditional(t, &s, func(log, selection, measured, quoted string) {
		if quoted != "" {
			quoted = "*" + quoted + "*"
		}
		ours, theirs = append(ours, measured), append(theirs, quoted)
		if len(ours) == 2 {
			fmt.Fprintf(b, "| %s | %s |\n| | %s |\n", log, strings.Join(ours, " | "), strings.Join(theirs, " | "))
			ours, theirs = nil, nil
		}
	}) {
		t.Error(text)
	}
	fmt.Fprintf(b, "\nOf KTH %.0f jobs are killed, with either selection (*132*): in this log they ran longer than they had requested.\n", guimNone(t, &s, "KTH 100", firstFit, "killed"))

	fmt.Fprintf(b, "\n### Shared memory bandwidth\n\nMeans over %d draws of the jobs' demands: 95th percentiles of bounded slowdown and wait (s) / mean extension of run times, the paper's %%PRT (%%) / killed jobs / those of them that "+
		"requested just their run time, and so die of any extension. The prototype's are from five draws of its own; the two may differ by 3.5 standard errors of the difference, and half a unit of the last digit. "+
		"Halved penalties and other selections: extension of run times (%%).\n", guimWorkloads)
	studies := guimStudies(t, guimTables, guimWorkloads)
	c := agreement(t, b, &s, guimTables, studies)
	for _, text := range c.disagree {
		t.Error(text)
	}
	fmt.Fprintf(b, "\nNone of the %d figures differs by more than is allowed, and %.1f %% differ by more than 1.96 instead of 3.5 standard errors; all figures of a column come from the same draws and differ together. "+
		"On Blue Horizon both selections extend run times alike, and kill the same jobs: sizes are multiples of 8, so that jobs never share a node.\n", c.all, 100*float64(c.unlikely)/float64(c.all))
	guimPublished(t, b, &s, studies)
	guimFirstOrder(t, b, &s)
	guimClaims(t, b, &s)
}

// guimNone is a metric of the schedule without sharing.
func guimNone(t *testing.T, s *simulations, log, machine, metric string) float64 {
	t.Helper()
	x := guimStudy(t, log, machine+`, "model": "none"`, 1)
	s.measure(t, x, 0, []int{0})
	return s.values(simulated{x, 0, 0}, metric)[0]
}

// guimValues are a metric of the draws of a mix; of the mix "none" the one schedule without
// sharing, as often.
func guimValues(t *testing.T, s *simulations, log, machine, mix, metric string) []float64 {
	t.Helper()
	if mix == "none" {
		return slices.Repeat([]float64{guimNone(t, s, log, machine, metric)}, guimWorkloads)
	}
	x := guimStudy(t, log, machine, guimWorkloads)
	point := x.point(mix)
	s.measure(t, x, point, []int{0})
	return s.values(simulated{x, point, 0}, metric)
}

// guimPublished writes the published table beside what is measured.
func guimPublished(t *testing.T, b *strings.Builder, s *simulations, studies map[string]*study) {
	b.WriteString("\n### The published Table II\n\nExtension of run times (%) and killed jobs: published; measured, and the killed ones without those that requested just their run time (the published logs had 30 and 2 killed jobs " +
		"before sharing, here it is none); measured with halved penalties.\n\n| log, processors | selection | mix | published | measured | penalties halved |\n|---|---|---|---|---|---|\n")
	for _, c := range []struct{ log, name, machine, published string }{
		{"CTC 572", "first fit", firstFit, "0.92 / 64; 4.8 / 247; 8.8 / 428"}, {"CTC 572", "first contiguous", contiguous, "1.2 / 80; 6.17 / 333; 11.1 / 527"},
		{"SDSC 1152", "first fit", firstFit, "1.5 / 51; 6.7 / 255; 11.8 / 475"}, {"SDSC 1152", "first contiguous", contiguous, "1.4 / 66; 7.5 / 307; 13.8 / 548"},
	} {
		for i, published := range strings.Split(c.published, "; ") {
			text := func(fields string) string {
				value := func(metric string) float64 {
					return meanOf(guimValues(t, s, c.log, c.machine+fields, guimMixes[i], metric), 1).value
				}
				return fmt.Sprintf("%.2f / %.0f", 100*value("penalizedRuntime"), value("killed")-value(killedExact))
			}
			fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n", c.log, c.name, guimMixes[i], published, text(""), text(`, "penaltyScale": 0.5`))
		}
	}
	b.WriteString("\nMost of the published extensions are about half of what the published equations give. Nothing in the text says why; `penaltyScale` 0.5 meets those of Blue Horizon and of first fit on CTC, but for LOW. Those of first contiguous on CTC lie between.\n")
}

// guimFirstOrder compares the model of rates with the variant in which only conflicts
// during a job's own run time count.
func guimFirstOrder(t *testing.T, b *strings.Builder, s *simulations) {
	const quoted = 0.6 // percent
	fmt.Fprintf(b, "\n### The first-order variant\n\nIn it only conflicts during a job's own run time count, not those in its extension. Mean extension of run times (%%), by rates and in that variant; the prototype's differ by up to *%v*.\n\n"+
		"| log, processors | selection | mix | by rates | first order | difference |\n|---|---|---|---|---|---|\n", quoted)
	for _, log := range []string{"CTC 512", "CTC 572", "SDSC 1152"} {
		for _, selection := range []struct{ name, machine string }{{"first fit", firstFit}, {"first contiguous", contiguous}} {
			for _, mix := range guimMixes {
				rate := guimValues(t, s, log, selection.machine, mix, "penalizedRuntime")
				first := guimValues(t, s, log, selection.machine+`, "model": "firstOrder"`, mix, "penalizedRuntime")
				difference := meanOf(first, 100).value - meanOf(rate, 100).value
				fmt.Fprintf(b, "| %s | %s | %s | %.2f | %.2f | %+.2f |\n", log, selection.name, mix, meanOf(rate, 100).value, meanOf(first, 100).value, difference)
				if math.Abs(difference) > quoted {
					t.Errorf("%s, %s, %s: the first-order variant differs by %.2g %%", log, selection.name, mix, difference)
				}
			}
		}
	}
}

// guimSide is on which side of another a figure is.
type guimSide string

const (
	above  guimSide = "higher"
	below  guimSide = "lower"
	alike  guimSide = "the same"
	untold guimSide = "cannot be told"
)

// sideOf compares paired values; without randomness they are compared as they are.
func sideOf(values, others []float64) guimSide {
	differences := make([]float64, len(values))
	for r := range values {
		differences[r] = values[r] - others[r]
	}
	switch i := stats.MeanInterval(differences, 0.95); {
	case *i.Low > 0:
		return above
	case *i.High < 0:
		return below
	case *i.Low == 0 && *i.High == 0:
		return alike
	}
	return untold
}

// guimLine is a claim that compares two selections.
type guimLine struct {
	claim  string
	says   guimSide
	metric string
	over   string // selection
	under  string
	mix    string
	logs   []string
	quoted []guimSide // of the prototype, by log
}

const cyclic = `"selection": "nodeCyclic"`

var guimLines = []guimLine{
	{"FC extends run times more than FF", above, "penalizedRuntime", contiguous, firstFit, "HIGH", []string{"CTC 512", "CTC 572", "SDSC 1152"}, []guimSide{below, below, alike}},
	{"FC extends run times more than FF", above, "penalizedRuntime", contiguous, firstFit, "MED", []string{"CTC 512", "CTC 572", "SDSC 1152"}, []guimSide{below, below, alike}},
	{"FC extends run times more than nodeCyclic", above, "penalizedRuntime", contiguous, cyclic, "HIGH", []string{"CTC 512"}, []guimSide{above}},
	{"FC extends run times more than nodeCyclic", above, "penalizedRuntime", contiguous, cyclic, "MED", []string{"CTC 512"}, []guimSide{above}},
	{"CTC: FC has a better B-SLD than FF, 95th percentile", below, "p95BoundedSlowdown", contiguous, firstFit, "none", guimSizes, []guimSide{below, above, below, below, below, below, below}},
	{"CTC: FC has a higher WT than FF, 95th percentile", above, "p95Wait", contiguous, firstFit, "none", guimSizes, []guimSide{below, above, below, below, below, below, below}},
	{"CTC: FC has a higher WT than FF, mean", above, "meanWait", contiguous, firstFit, "none", guimSizes, []guimSide{above, above, above, above, above, above, above}},
	{"SDSC: FF has a better WT than FC, 95th percentile", below, "p95Wait", firstFit, contiguous, "none", []string{"SDSC 1152"}, []guimSide{below}},
	{"SDSC: FF has a better WT than FC, mean", below, "meanWait", firstFit, contiguous, "none", []string{"SDSC 1152"}, []guimSide{below}},
	{"SDSC: FF has a better B-SLD than FC, 95th percentile", below, "p95BoundedSlowdown", firstFit, contiguous, "none", []string{"SDSC 1152"}, []guimSide{above}},
	{"SDSC: FF has a better B-SLD than FC, mean", below, "meanBoundedSlowdown", firstFit, contiguous, "none", []string{"SDSC 1152"}, []guimSide{below}},
}

// guimSizes are machines for the log of CTC.
var guimSizes = []string{"CTC 338", "CTC 430", "CTC 512", "CTC 560", "CTC 576", "CTC 600", "CTC 640"}

// guimClaims judges the claims.
func guimClaims(t *testing.T, b *strings.Builder, s *simulations) {
	fmt.Fprintf(b, "\n## Guim, Corbalan and Labarta: what they claim\n\n"+
		"From %d draws of the demands, paired, with intervals of 95 %%; without sharing from the one schedule there is. In italics what the prototype says.\n", guimWorkloads)
	guimRises(t, b, s)
	guimGrowth(t, b, s)
	b.WriteString("\n### First fit (FF) and first contiguous (FC)\n\n| claim | mix | log, processors | figures | claimed | found |\n|---|---|---|---|---|---|\n")
	for _, l := range guimLines {
		for i, log := range l.logs {
			over, under := guimValues(t, s, log, l.over, l.mix, l.metric), guimValues(t, s, log, l.under, l.mix, l.metric)
			side := sideOf(over, under)
			fmt.Fprintf(b, "| %s | %s | %s | %s and %s | %s | %s, *%s* |\n", l.claim, l.mix, log, guimFigure(l.metric, over), guimFigure(l.metric, under), l.says, side, l.quoted[i])
			if side != l.quoted[i] {
				t.Errorf("%s, %s, %s: %s is %s, quoted %s", l.claim, l.mix, log, l.metric, side, l.quoted[i])
			}
		}
	}
	b.WriteString("\nFirst fit takes the processors with the lowest numbers and so fills nodes at least as tightly as first contiguous does. Selections that spread jobs make fewer conflicts than either: see the last table of figures.\n")
	guimRanking(t, b, s)
}

// guimFigure is a mean as tables have it.
func guimFigure(metric string, values []float64) string {
	mean := meanOf(values, 1).value
	switch metric {
	case "penalizedRuntime":
		return fmt.Sprintf("%.2f %%", 100*mean)
	case "p95Wait", "meanWait":
		return fmt.Sprintf("%.0f s", mean)
	}
	return fmt.Sprintf("%.2f", mean)
}

// guimRises says which metrics grow from mix to mix, as all of them are claimed to.
func guimRises(t *testing.T, b *strings.Builder, s *simulations) {
	b.WriteString("\n### More jobs with a high demand raise every figure\n\nFrom the log's run times to LOW, to MED, to HIGH. The prototype: *extension and killed jobs always; the 95th percentiles of wait and bounded slowdown " +
		"on CTC with 512 and 572 processors, Blue Horizon, and KTH with first fit; not the slowdown of CTC with 338, nor KTH with first contiguous: kills shorten long jobs*.\n\n" +
		"| log, processors | selection | extension, killed | 95th percentile of wait | of bounded slowdown |\n|---|---|---|---|---|\n")
	mixes := slices.Concat([]string{"none"}, guimMixes)
	for _, c := range []struct {
		log, name, machine string
		rises              bool // says the prototype of both percentiles
	}{
		{"CTC 512", "first fit", firstFit, true}, {"CTC 512", "first contiguous", contiguous, true}, {"CTC 572", "first fit", firstFit, true}, {"CTC 572", "first contiguous", contiguous, true},
		{"SDSC 1152", "first fit", firstFit, true}, {"SDSC 1152", "first contiguous", contiguous, true},
		{"KTH 100", "first fit", firstFit, true}, {"KTH 100", "first contiguous", contiguous, false}, {"CTC 338", "first fit", firstFit, false},
	} {
		always := "always"
		for _, metric := range []string{"penalizedRuntime", "killed"} {
			for k := 1; k < len(guimMixes); k++ {
				less, more := guimValues(t, s, c.log, c.machine, guimMixes[k-1], metric), guimValues(t, s, c.log, c.machine, guimMixes[k], metric)
				for r := range less {
					if more[r] <= less[r] {
						always = "not always"
						t.Errorf("%s, %s, draw %d: %s is %v with %s, %v with %s", c.log, c.name, r, metric, more[r], guimMixes[k], less[r], guimMixes[k-1])
					}
				}
			}
		}
		fmt.Fprintf(b, "| %s | %s | %s", c.log, c.name, always)
		for _, metric := range []string{"p95Wait", "p95BoundedSlowdown"} {
			var not []string
			for k := 1; k < len(mixes); k++ {
				side := sideOf(guimValues(t, s, c.log, c.machine, mixes[k], metric), guimValues(t, s, c.log, c.machine, mixes[k-1], metric))
				if side != above {
					not = append(not, fmt.Sprintf("%s to %s %s", mixes[k-1], mixes[k], side))
				}
				if c.rises && side == below {
					t.Errorf("%s, %s: %s falls from %s to %s", c.log, c.name, metric, mixes[k-1], mixes[k])
				}
			}
			text := "rises"
			if not != nil {
				text = strings.Join(not, ", ")
			}
			fmt.Fprintf(b, " | %s", text)
		}
		b.WriteString(" |\n")
	}
}

// guimGrowth compares by how much figures grow with those published and the prototype's.
func guimGrowth(t *testing.T, b *strings.Builder, s *simulations) {
	b.WriteString("\n### LOW changes little, HIGH much\n\nBy how many percent the 95th percentile of bounded slowdown of CTC with first fit is above that of the log's run times.\n\n| mix | published | 512 processors | 572 processors |\n|---|---|---|---|\n")
	for _, c := range []struct{ mix, published, at512, at572 string }{{"LOW", "15", "10", "15"}, {"HIGH", "120", "72", "54"}} {
		fmt.Fprintf(b, "| %s | %s", c.mix, c.published)
		for _, of := range []struct{ log, quoted string }{{"CTC 512", c.at512}, {"CTC 572", c.at572}} {
			none := guimNone(t, s, of.log, firstFit, "p95BoundedSlowdown")
			values := guimValues(t, s, of.log, firstFit, c.mix, "p95BoundedSlowdown")
			e := meanOf(values, 100/none)
			e.value -= 100
			f := parsed(t, of.quoted)
			fmt.Fprintf(b, " | %s, *%s*", f.format(e.value), of.quoted)
			if math.Abs(e.value-f.value) > f.allowed(e, quotedSeeds) {
				t.Errorf("%s, %s: slowdown grows by %v %%, quoted %s", of.log, c.mix, e.value, of.quoted)
			}
		}
		b.WriteString(" |\n")
	}
}

// guimRanking says whether sharing changes which selection is better.
func guimRanking(t *testing.T, b *strings.Builder, s *simulations) {
	b.WriteString("\n### The model changes which selection looks best\n\nFirst contiguous, held against first fit, without sharing and with each mix. The prototype: *not seen*, of the 95th percentiles. Bold where it changes.\n\n" +
		"| log, processors | figure | none | LOW | MED | HIGH |\n|---|---|---|---|---|---|\n")
	for _, log := range []string{"CTC 512", "CTC 572", "SDSC 1152", "KTH 100"} {
		for _, metric := range []string{"p95BoundedSlowdown", "p95Wait", "meanBoundedSlowdown", "meanWait"} {
			fmt.Fprintf(b, "| %s | %s", log, metrics.Descriptions[metrics.Index(metric)].Title)
			first := guimSide("")
			for _, mix := range slices.Concat([]string{"none"}, guimMixes) {
				side := sideOf(guimValues(t, s, log, contiguous, mix, metric), guimValues(t, s, log, firstFit, mix, metric))
				text := string(side)
				if first == "" {
					first = side
				} else if side != first && side != untold {
					text = "**" + text + "**"
				}
				fmt.Fprintf(b, " | %s", text)
			}
			b.WriteString(" |\n")
		}
	}
}
