package reproduce

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"backfill/assets/gallery"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/engine/workload"
	"backfill/policies"
)

// study is an experiment of which figures are known from elsewhere.
type study struct {
	plan *scenario.Plan
	keys [][]string // of simulations, by point and policy
	// source names what the jobs are before transformations, "" if no other study has them.
	source string
}

// newStudy compiles a scenario for so many workloads.
func newStudy(t *testing.T, text []byte, workloads int) *study {
	t.Helper()
	s, err := scenario.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	s.Replications = workloads
	plan, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	x := &study{plan: plan}
	for point := range plan.Points {
		var keys []string
		for policy := range plan.Policies {
			keys = append(keys, simulationKey(t, plan, point, policy))
		}
		x.keys = append(x.keys, keys)
	}
	return x
}

// galleryStudy is newStudy of an item of the gallery.
func galleryStudy(t *testing.T, name string, workloads int) *study {
	t.Helper()
	text, err := gallery.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return newStudy(t, text, workloads)
}

// policy is the index of the policy with that label, -1 if there is none.
func (x *study) policy(label string) int {
	return slices.IndexFunc(x.plan.Policies, func(p scenario.PlannedPolicy) bool { return p.Label == label })
}

// point is the index of the point at which the sweep's only parameter has the value, or
// the label, that is written, -1 if there is none.
func (x *study) point(written string) int {
	var value any = written
	if number, err := strconv.ParseFloat(written, 64); err == nil {
		value = number
	}
	return slices.IndexFunc(x.plan.Points, func(p scenario.Point) bool {
		for _, v := range p.Values {
			return v == value
		}
		return false
	})
}

// simulationKey names what is simulated under one policy at one point: machine,
// workload, settings and policy, without what does not change a schedule. So it is the
// same in all studies that need this simulation.
func simulationKey(t *testing.T, p *scenario.Plan, point, policy int) string {
	t.Helper()
	text, err := json.Marshal(p.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	for path, value := range p.Points[point].Values {
		put(t, tree, strings.Split(path[1:], "/"), value)
	}
	part := tree["policies"].([]any)[policy].(map[string]any)
	delete(part, "label")
	tree["policies"] = part
	for _, name := range []string{"name", "description", "sweep", "replications", "groups", "baseline", "claims"} {
		delete(tree, name)
	}
	if text, err = json.Marshal(tree); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// put sets the value at a path of a scenario.
func put(t *testing.T, node any, path []string, value any) {
	t.Helper()
	for ; len(path) > 1; path = path[1:] {
		switch n := node.(type) {
		case map[string]any:
			node = n[path[0]]
		case []any:
			i, err := strconv.Atoi(path[0])
			if err != nil {
				t.Fatal(err)
			}
			node = n[i]
		}
	}
	switch n := node.(type) {
	case map[string]any:
		n[path[0]] = value
	case []any: // of a part its label stands for it
		i, err := strconv.Atoi(path[0])
		if err != nil {
			t.Fatal(err)
		}
		n[i] = value
	}
}

// measures are what is kept of a simulation.
type measures struct {
	names []string
	of    func(t *experiment.Task, policy int) ([]float64, error) // a value for each name
	// source is the test file that of is in; "" if it measures nothing of its own.
	source string
}

var keptNames = []string{"meanWait", "utilization", "slowdownOfMeans", "maxWait", "dedicatedOnTime", "dedicatedDelay",
	"commandsAccepted", "commandsRefused", "unfinished"}

// keptMetrics are metrics of all jobs.
var keptMetrics = measures{names: keptNames, of: measureKept}

func measureKept(t *experiment.Task, policy int) ([]float64, error) {
	run, err := t.Measure(policy, nil)
	if err != nil {
		return nil, err
	}
	var row []float64
	for _, name := range keptNames {
		row = append(row, run.Metrics.Value(name))
	}
	return row, nil
}

// simulations are measured policies on many workloads. What several studies need is
// simulated once.
type simulations struct {
	measures
	mutex sync.Mutex
	rows  map[string][][]float64 // by key and replication, nil if unknown
	added func(key string, replication int, row []float64) error
	open  workload.Opener // of logs
	// sources are jobs before transformations, by study.source and replication.
	sources map[string]*scenario.Source
}

func (s *simulations) row(key string, replication int) []float64 {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if rows := s.rows[key]; replication < len(rows) {
		return rows[replication]
	}
	return nil
}

func (s *simulations) add(key string, replication int, row []float64) {
	if s.rows == nil {
		s.rows = map[string][][]float64{}
	}
	for len(s.rows[key]) <= replication {
		s.rows[key] = append(s.rows[key], nil)
	}
	s.rows[key][replication] = row
}

// measure simulates those of the policies at a point of a study that are not known,
// on as many workloads as its plan has replications.
func (s *simulations) measure(t *testing.T, x *study, point int, policies []int) {
	t.Helper()
	next := make(chan int)
	failed := make(chan error, runtime.NumCPU())
	for range runtime.NumCPU() {
		go func() {
			var err error
			for replication := range next {
				if err == nil {
					err = s.measureOne(x, point, replication, policies)
				}
			}
			failed <- err
		}()
	}
	for replication := range x.plan.Replications {
		next <- replication
	}
	close(next)
	for range runtime.NumCPU() {
		if err := <-failed; err != nil {
			t.Fatal(err)
		}
	}
}

func (s *simulations) measureOne(x *study, point, replication int, policies []int) error {
	var task *experiment.Task
	for _, i := range policies {
		key := x.keys[point][i]
		if s.row(key, replication) != nil {
			continue
		}
		if task == nil {
			var err error
			if task, err = s.prepare(x, point, replication); err != nil {
				return err
			}
		}
		row, err := s.of(task, i)
		if err != nil {
			return err
		}
		if err := s.enter(key, replication, row); err != nil {
			return err
		}
	}
	return nil
}

// prepare draws the jobs of a replication, or takes those that another study has drawn.
func (s *simulations) prepare(x *study, point, replication int) (*experiment.Task, error) {
	if x.source == "" {
		return experiment.Prepare(x.plan, point, replication, s.open)
	}
	key := fmt.Sprint(x.source, replication)
	s.mutex.Lock()
	source := s.sources[key]
	s.mutex.Unlock()
	if source == nil {
		var err error
		if source, err = x.plan.Source(point, replication, s.open); err != nil {
			return nil, err
		}
		s.mutex.Lock()
		if s.sources == nil {
			s.sources = map[string]*scenario.Source{}
		}
		s.sources[key] = source
		s.mutex.Unlock()
	}
	w, report, err := x.plan.Transform(source, point, replication, s.open)
	if err != nil {
		return nil, err
	}
	return &experiment.Task{Plan: x.plan, Cell: experiment.Cell{Point: point, Replication: replication}, Workload: w, Report: report}, nil
}

func (s *simulations) enter(key string, replication int, row []float64) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.add(key, replication, row)
	if s.added == nil {
		return nil
	}
	return s.added(key, replication, row)
}

// simulated is one policy at one point of a study.
type simulated struct {
	study         *study
	point, policy int
}

// values are those of a measure by replication.
func (s *simulations) values(of simulated, metric string) []float64 {
	k := slices.Index(s.names, metric)
	values := make([]float64, of.study.plan.Replications)
	for r := range values {
		values[r] = s.row(of.study.keys[of.point][of.policy], r)[k]
	}
	return values
}
