//go:build reproduce

package reproduce

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"backfill/assets/gallery"
	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/workload/workloadtest"
)

// Workloads of every point of the studies of Kumar, Shae and Jamjoom.
const kumarWorkloads = 1000

func reproduceKumar(t *testing.T, b *strings.Builder) {
	s := simulations{measures: keptMetrics}
	keepOnDisk(t, &s, "../../bin/reproduce.csv")
	studies := kumar(t, kumarWorkloads)
	fmt.Fprintf(b, "\n## Kumar, Shae and Jamjoom: figures of an independent prototype\n\n"+
		"Means of %d workloads of 500 jobs for 320 processors in units of 32, seed 1. In italics the figures of a prototype that was written apart from "+
		"this program and drew other random numbers, most of them from 1000 workloads. The two may differ by 3.5 standard errors of the difference, and "+
		"half a unit of the last digit. Gains are in percent of the other policy's mean, from the ratio "+
		"of means, better being positive; wait of a dedicated job counts from its requested start.\n", kumarWorkloads)
	c := agreement(t, b, &s, kumarTables, studies)
	for _, text := range c.disagree {
		t.Error(text)
	}
	fmt.Fprintf(b, "\nNone of the %d figures differs by more than is allowed, and %.1f %% differ by more than 1.96 instead of 3.5 standard errors: 5 %% would do so by chance.\n",
		c.all, 100*float64(c.unlikely)/float64(c.all))
	maxima(t, b, &s, studies)
	commands(t, b, &s, studies["kumar-table-6.json"])
	verdicts(t, b, &s)
}

// compared is how many figures were compared with quoted ones, how many of them differ by
// more than 1.96 standard errors, and what is to be said of those that do not agree.
type compared struct {
	all, unlikely int
	disagree      []string
}

// agreement writes the tables of figures.
func agreement(t *testing.T, b *strings.Builder, s *simulations, tables []quotedTable, studies map[string]*study) compared {
	var c compared
	for _, table := range tables {
		rows := table.read(t, studies)
		t.Log(table.title)
		s.measureFigures(t, figures(rows))
		fmt.Fprintf(b, "\n### %s\n\n|", table.title)
		for _, column := range table.columns {
			fmt.Fprintf(b, " | %s", column.title)
		}
		fmt.Fprintf(b, " |\n|---%s|\n", strings.Repeat("|---", len(table.columns)))
		for _, row := range rows {
			fmt.Fprintf(b, "| %s", row.label)
			var printed strings.Builder
			for _, cell := range row.cells {
				var ours, theirs []string
				for i := range cell {
					f := &cell[i]
					e := s.estimate(f)
					if !f.agrees(e) {
						c.disagree = append(c.disagree, f.disagreement(e))
					}
					c.all++
					if math.Abs(e.value-f.value) > f.allowed(e, f.behind)*1.96/3.5 {
						c.unlikely++
					}
					ours, theirs = append(ours, f.format(e.value)), append(theirs, f.text)
				}
				fmt.Fprintf(b, " | %s", strings.Join(ours, " / "))
				if fmt.Fprint(&printed, " | "); len(theirs) > 0 {
					fmt.Fprintf(&printed, "*%s*", strings.Join(theirs, " / "))
				}
			}
			fmt.Fprintf(b, " |\n|%s |\n", &printed)
		}
	}
	return c
}

// maxima writes what the paper's way of measuring gives: the largest gain among the
// loads of a sweep of single runs.
func maxima(t *testing.T, b *strings.Builder, s *simulations, studies map[string]*study) {
	b.WriteString("\n### Maxima over single runs\n\nThe paper prints the largest gain among single runs at loads from 0.5 to 1. Here are the mean of that maximum " +
		"over many such sweeps, the range of nine in ten of them, and how many reach the printed one.\n\n" +
		"| workloads | gain of | over | in | printed (%) | mean maximum (%) | 5 % to 95 % | sweeps that reach the printed one (%) |\n|---|---|---|---|---|---|---|---|\n")
	for _, m := range kumarMaxima {
		x := studies[m.study]
		policy, versus := x.policy(m.policy), x.policy(m.versus)
		largest := slices.Repeat([]float64{math.Inf(-1)}, kumarWorkloads)
		for point := range x.plan.Points {
			s.measure(t, x, point, []int{policy, versus})
			ours, others := s.values(simulated{x, point, policy}, m.metric), s.values(simulated{x, point, versus}, m.metric)
			for r := range largest {
				gain := 100 * (1 - ours[r]/others[r])
				if m.metric == "utilization" {
					gain = -gain
				}
				largest[r] = max(largest[r], gain)
			}
		}
		slices.Sort(largest)
		reaching := 0
		for _, gain := range largest {
			if gain >= m.published {
				reaching++
			}
		}
		mean := meanOf(largest, 1)
		share := estimate{100 * float64(reaching) / kumarWorkloads, 0, kumarWorkloads}
		quotedMean, quotedShare := parsed(t, m.mean), parsed(t, m.reaching)
		// A share of few is known no better than that of both counts together.
		pooled := (float64(reaching) + quotedShare.value/100*float64(m.sweeps)) / float64(kumarWorkloads+m.sweeps)
		share.deviation = 100 * math.Sqrt(pooled*(1-pooled))
		name := strings.Join([]string{m.study, m.policy, m.versus, m.metric}, ", ")
		if difference, allowed := mean.value-quotedMean.value, quotedMean.allowed(mean, m.sweeps); math.Abs(difference) > allowed {
			t.Errorf("%s: mean maximum %v, quoted %s; they may differ by %.3g", name, mean.value, m.mean, allowed)
		}
		if difference, allowed := share.value-quotedShare.value, quotedShare.allowed(share, m.sweeps); math.Abs(difference) > allowed {
			t.Errorf("%s: %v %% reach the printed maximum, quoted %s; they may differ by %.3g", name, share.value, m.reaching, allowed)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %v | %s, *%s* | %.1f to %.1f | %s, *%s* |\n", strings.TrimSuffix(m.study, ".json"), m.policy, m.versus, m.metric, m.published,
			quotedMean.format(mean.value), m.mean, stat.Quantile(0.05, stat.Empirical, largest, nil), stat.Quantile(0.95, stat.Empirical, largest, nil), quotedShare.format(share.value), m.reaching)
	}
}

func parsed(t *testing.T, text string) figure {
	t.Helper()
	f, err := parseFigure(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// commands writes how many elastic commands are accepted.
func commands(t *testing.T, b *strings.Builder, s *simulations, x *study) {
	point := x.point("0.9")
	var accepted, refused []float64
	for i := range x.plan.Policies {
		s.measure(t, x, point, []int{i})
		accepted = append(accepted, stat.Mean(s.values(simulated{x, point, i}, "commandsAccepted"), nil))
		refused = append(refused, stat.Mean(s.values(simulated{x, point, i}, "commandsRefused"), nil))
	}
	fmt.Fprintf(b, "\nElastic commands among the 500 jobs of Table VI at load 0.9: %.1f to %.1f are accepted and %.1f to %.1f refused, by policy; *137 to 139 and 11 to 13*.\n",
		slices.Min(accepted), slices.Max(accepted), slices.Min(refused), slices.Max(refused))
	if slices.Min(accepted) < 136.5 || slices.Max(accepted) > 139.5 || slices.Min(refused) < 10.5 || slices.Max(refused) > 13.5 {
		t.Errorf("commands accepted %v, refused %v", accepted, refused)
	}
}

// verdicts judges the claims of the gallery's items from many workloads.
func verdicts(t *testing.T, b *strings.Builder, s *simulations) {
	fmt.Fprintf(b, "\n## Kumar, Shae and Jamjoom: what they claim\n\nThe claims of the gallery's items from %d workloads, with intervals of 95 %%. "+
		"The interval at load 0.9 decides the direction; a printed size is a maximum over loads and is held against the best of them. In italics the prototype's verdict where it has one.\n\n"+
		"| item | claim | source | printed | measured | at | verdict |\n|---|---|---|---|---|---|---|\n", kumarWorkloads)
	for _, item := range gallery.Items {
		if !strings.HasPrefix(item.File, "kumar-") {
			continue
		}
		x := galleryStudy(t, item.File, 1)
		if len(x.plan.Claims) == 0 {
			continue
		}
		x = galleryStudy(t, item.File, kumarWorkloads)
		for _, c := range judged(t, s, x) {
			claim := strings.Join([]string{c.Policy, c.Direction, c.Metric, "than", c.Versus}, " ")
			if c.Direction == "same" {
				claim = strings.Join([]string{c.Policy, "same", c.Metric, "as", c.Versus}, " ")
			}
			verdict := string(c.Verdict)
			if quoted := quotedVerdict(item.File, &c); quoted != "" {
				verdict += ", *" + string(quoted) + "*"
				if quoted != c.Verdict {
					t.Errorf("%s: %s: %s, quoted %s", item.File, claim, c.Verdict, quoted)
				}
			}
			fmt.Fprintf(b, "| %s | %s | %s | %s | %+.2f %% [%+.2f, %+.2f] | %s | %s |\n", strings.TrimSuffix(item.File, ".json"), claim,
				c.Source, c.Published, 100**c.Measured, 100**c.Low, 100**c.High, place(c.Point), verdict)
		}
	}
}

// quotedVerdict is the prototype's on a claim of Tables V to VII, "" on others.
func quotedVerdict(file string, c *experiment.Judged) experiment.Verdict {
	switch file {
	case "kumar-table-5.json", "kumar-table-6.json", "kumar-table-7.json":
	default:
		return ""
	}
	switch {
	case c.Metric == "utilization" && c.Versus == "LOS-D":
		return experiment.NotReproduced
	case c.Metric == "utilization" && c.Versus == "EASY-E":
		return experiment.Reproduced
	}
	return experiment.SameDirection
}

// reproduceFigure1 repeats Figure 1 on the log itself: one run a point, so that there is
// nothing to say how sure it is.
func reproduceFigure1(t *testing.T, b *strings.Builder) {
	x := newStudy(t, []byte(`{"version": 1, "machine": {"kind": "cluster", "processors": 128},
		"workload": {"kind": "swf", "file": "SDSC-SP2-1998-filtered.swf.gz", "transform": [{"kind": "load", "load": 0.5}]},
		"policies": [{"kind": "easy", "label": "EASY"}, {"kind": "los", "label": "LOS"}, {"kind": "los", "lookahead": 50, "label": "LOS, lookahead 50"},
		{"kind": "delayed-los", "lookahead": 50, "label": "Delayed-LOS, lookahead 50"}],
		"sweep": [{"path": "/workload/transform/0/load", "values": [0.5, 0.6, 0.7, 0.8, 0.9]}]}`), 1)
	b.WriteString("\n## Kumar, Shae and Jamjoom: Figure 1 on the log\n\nMean wait (s) of the log SDSC-SP2-1998-filtered on 128 processors, times between arrivals multiplied, " +
		"users' estimates. The paper: LOS clearly outperforms EASY. A single log says nothing about its own error; that the order changes from load to load does.\n\n| load |")
	for _, policy := range x.plan.Policies {
		fmt.Fprintf(b, " %s |", policy.Label)
	}
	fmt.Fprintf(b, "\n|---|%s\n", strings.Repeat("---|", len(x.plan.Policies)))
	for point := range x.plan.Points {
		task, err := experiment.Prepare(x.plan, point, 0, func(name string) (io.ReadCloser, error) { return workloadtest.OpenTrace(t, name), nil })
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(b, "| %v |", x.plan.Points[point].Values["/workload/transform/0/load"])
		for i := range x.plan.Policies {
			run, err := task.Measure(i, nil)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(b, " %.0f |", run.Metrics.Value("meanWait"))
		}
		b.WriteString("\n")
	}
}

// place is a point of a sweep in words.
func place(values map[string]any) string {
	var list []string
	for path, v := range values {
		list = append(list, fmt.Sprintf("%s %v", path[strings.LastIndex(path, "/")+1:], v))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// judged is what an experiment says of its claims.
func judged(t *testing.T, s *simulations, x *study) []experiment.Judged {
	t.Helper()
	policies := make([]int, len(x.plan.Policies))
	for i := range policies {
		policies[i] = i
	}
	var runs []*experiment.Run
	for point := range x.plan.Points {
		s.measure(t, x, point, policies)
		for i, policy := range x.plan.Policies {
			for r := range x.plan.Replications {
				summary := slices.Repeat(metrics.Summary{math.NaN()}, len(metrics.Descriptions))
				for k, name := range s.names {
					if m := metrics.Index(name); m >= 0 {
						summary[m] = s.row(x.keys[point][i], r)[k]
					}
				}
				runs = append(runs, &experiment.Run{Policy: policy.Label, Replication: r, PointIndex: point, Measures: experiment.Measures{Metrics: summary}})
			}
		}
	}
	return experiment.Collect(x.plan, runs, "meanWait").Claims
}

// keepOnDisk reads kept simulations into s, and lets s add to the file, so that a broken
// off "make reproduce" goes on where it was. The file is no part of the repository; "make
// clean" removes it. What other sources wrote is forgotten.
func keepOnDisk(t *testing.T, s *simulations, kept string) {
	t.Helper()
	version := sources(t, &s.measures)
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
		t.Fatal(err)
	}
	if !readKept(t, s, kept, version) {
		if err := os.WriteFile(kept, []byte(version+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.OpenFile(kept, os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	s.added = func(key string, replication int, row []float64) error {
		line := key + "," + strconv.Itoa(replication)
		for _, v := range row {
			line += "," + strconv.FormatFloat(v, 'g', -1, 64)
		}
		_, err := file.WriteString(line + ",\n")
		return err
	}
}

// readKept says whether the file is there and of this version. A line that was broken
// off is left out.
func readKept(t *testing.T, s *simulations, kept, version string) bool {
	t.Helper()
	file, err := os.Open(kept)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	if !lines.Scan() || lines.Text() != version {
		return false
	}
	for lines.Scan() {
		fields := strings.Split(lines.Text(), ",")
		if len(fields) != len(s.names)+3 {
			continue
		}
		replication, err := strconv.Atoi(fields[1])
		if err != nil {
			t.Fatal(err)
		}
		row := make([]float64, len(s.names))
		for i := range row {
			if row[i], err = strconv.ParseFloat(fields[i+2], 64); err != nil {
				t.Fatal(err)
			}
		}
		s.add(fields[0], replication, row)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return true
}

// sources is a digest of everything that can change a simulation, and of what is kept.
func sources(t *testing.T, m *measures) string {
	t.Helper()
	sum := sha256.New()
	fmt.Fprintln(sum, m.names)
	add := func(path string) error {
		text, err := os.ReadFile(path)
		fmt.Fprintln(sum, path, len(text))
		sum.Write(text)
		return err
	}
	if m.source != "" {
		if err := add(m.source); err != nil {
			t.Fatal(err)
		}
	}
	for _, root := range []string{"../../engine", ".."} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && d.Name() == "internal" {
				return fs.SkipDir // what tests alone use
			}
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			return add(path)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}
