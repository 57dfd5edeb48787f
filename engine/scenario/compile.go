package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/engine/metrics/grouping"
	"backfill/engine/param"
	"backfill/engine/workload"
)

// Recorded is the kind of the policy that repeats what a log recorded. It is no rival of the others, as nobody can choose it.
const Recorded = "recorded"

// PolicyKind is an entry of the catalog of policies.
type PolicyKind struct {
	param.Description
	Needs engine.Capability
	// Demands are what the policy needs beside that with these values; nil: nothing.
	Demands func(v param.Values) engine.Capability
	// Check says what is wrong with values that are accepted each by itself; nil: nothing ever is.
	Check func(v param.Values) error
	// FirstCome says that jobs start in the order of their arrival, as soon as the first one fits.
	FirstCome bool
	// New makes a policy from checked values, for one simulation.
	New func(v param.Values) engine.Policy
	// Shadow says whether, with these values, no waiting job is promised a start but the head of the queue in the
	// order of arrival: that is its shadow time, and what is left beside it then are the extra processors. nil: it is
	// not so. Only of such a policy may one use these terms.
	Shadow func(v param.Values) bool
	// Rule is the policy whose decisions those of this one are to be held against: the label of another policy of the scenario, or a kind of
	// policy; "" for none. nil: there never is one.
	Rule func(v param.Values) string
	// Draws says that the policy draws something by Workload.Seed, so that replications of the same jobs differ.
	Draws bool
	// Omits is what the scheduler for which the policy stands does and the policy does not.
	Omits []string
}

// NeedsWith is what the policy needs with these values.
func (k *PolicyKind) NeedsWith(v param.Values) engine.Capability {
	if k.Demands == nil {
		return k.Needs
	}
	return k.Needs | k.Demands(v)
}

// Catalogs are the kinds that a scenario can name.
type Catalogs struct {
	Machines   []MachineKind
	Workloads  []workload.Kind
	Transforms []workload.Transform
	Policies   []PolicyKind
	// Written says what is wrong with an expression or a script, the value of a parameter of that kind, and what a right one needs beside
	// what its policy does. nil: texts are taken as they are, in a program that only checks scenarios and does not run them.
	Written func(kind param.Kind, text string) (engine.Capability, error)
}

// defaultLevel of confidence intervals.
const defaultLevel = 0.95

// Plan is a scenario that has been checked and can be run.
type Plan struct {
	Parts    // of the scenario as it is written, before any sweep
	Scenario *Scenario
	Baseline int // index into Policies

	Points       []Point // at least one, the last axis of the sweep changing first
	Replications int     // at least 1; with Precision the least number
	Workers      int     // wanted, 0: the host decides
	Level        float64 // of the confidence intervals
	Precision    *Precision
	Steady       *Steady
	Claims       []PlannedClaim
	// Groupings are the scenario's own, followed by the groups that claims are about.
	Groupings []grouping.Grouping
	// GroupMetrics are the metrics of groups that are kept of each run, by their places in
	// metrics.Descriptions.
	GroupMetrics []int

	axes []plannedAxis
}

// Parts is what simulations are made from. Policies have the same labels and kinds at
// every point of a sweep.
type Parts struct {
	Policies []PlannedPolicy
	Options  engine.Options // of all policies
	Seed     uint64
	// Written says whether there are expressions or scripts, of a Plan at some point: to run it takes a
	// program that computes them.
	Written bool

	machine    func() engine.Machine
	draws      bool // machine chooses at random
	limits     workload.TimeLimits
	processors int32
	offers     engine.Capability
	workload   plannedWorkload
	transforms []plannedTransform
	swept      bool // the scenario has a sweep
	described  []described
}

// PlannedPolicy is a policy with its name in results.
type PlannedPolicy struct {
	Label   string
	Elastic bool // whether elastic control commands are processed
	Kind    *PolicyKind
	Needs   engine.Capability
	Shadow  bool   // there are a shadow time and extra processors: PolicyKind.Shadow
	Rule    string // the policy to hold it against: PolicyKind.Rule
	New     func() engine.Policy
}

type plannedWorkload struct {
	kind   *workload.Kind
	values param.Values
}

type plannedTransform struct {
	path   string
	kind   *workload.Transform
	values param.Values
}

// InBatches says whether intervals are over the batches of a single steady run, not over
// runs.
func (p *Plan) InBatches() bool {
	return p.Steady != nil && p.Replications == 1 && p.Precision == nil
}

// Machine makes an empty machine, for one simulation.
func (p *Parts) Machine() engine.Machine { return p.machine() }

// Processors is the size of the machine.
func (p *Parts) Processors() int32 { return p.processors }

// Queue is what queueing theory knows of the jobs under policy k; nil if nothing.
func (p *Parts) Queue(k int) *workload.Queue {
	if p.workload.kind.Queue == nil || len(p.transforms) > 0 || !p.Policies[k].Kind.FirstCome {
		return nil
	}
	cluster, is := p.machine().(*engine.Cluster)
	if !is {
		return nil
	}
	return p.workload.kind.Queue(p.workload.values, cluster.Processors(), cluster.Unit())
}

// Compile checks s against the catalogs. Errors are *param.Error and name the
// path, the value and what is accepted.
func Compile(s *Scenario, c Catalogs) (*Plan, error) {
	p := &Plan{Scenario: s, Replications: 1, Level: defaultLevel, Groupings: slices.Clone(s.Groups)}
	if err := p.compile(s, c, nil, nil); err != nil {
		return nil, err
	}
	if s.Baseline != "" {
		var err error
		if p.Baseline, err = p.label("/baseline", s.Baseline); err != nil {
			return nil, err
		}
	}
	if err := p.compileSweep(c); err != nil {
		return nil, err
	}
	if err := p.compileReplications(); err != nil {
		return nil, err
	}
	if err := p.compileClaims(); err != nil {
		return nil, err
	}
	if err := p.compileGroups(); err != nil {
		return nil, err
	}
	return p, nil
}

// compile checks everything that a sweep may change. What none of the axes changes is
// taken from base, unless that is nil.
func (p *Parts) compile(s *Scenario, c Catalogs, base *Parts, axes []Axis) error {
	p.Seed, p.Options, p.swept = 1, options(s), len(s.Sweep) > 0
	if s.Seed != nil {
		p.Seed = uint64(*s.Seed)
	}
	if varies("/machine", base, axes) {
		if err := p.compileMachine(s.Machine, c.Machines); err != nil {
			return err
		}
	} else {
		p.machine, p.draws, p.limits, p.processors, p.offers = base.machine, base.draws, base.limits, base.processors, base.offers
	}
	if s.Kill != nil && s.Kill.Rule == "sweep" && p.offers&engine.Farms != 0 {
		return &param.Error{Path: "/kill/rule", Value: quote("sweep"), Reason: "on a farm, estimate, grace or never is accepted"}
	}
	if varies("/workload", base, axes) {
		if err := p.compileWorkload(s.Workload, c); err != nil {
			return err
		}
	} else {
		p.workload, p.transforms = base.workload, base.transforms
	}
	for i, policy := range s.Policies {
		if err := p.addPolicy(i, policy, c, s.Machine.Kind); err != nil {
			return err
		}
	}
	if err := p.checkRules(c.Policies); err != nil {
		return err
	}
	p.describeSettings(s)
	return nil
}

// varies says whether a part of the scenario differs from base.
func varies(part string, base *Parts, axes []Axis) bool {
	return base == nil || slices.ContainsFunc(axes, func(a Axis) bool { return below(a.Path, part) })
}

// describeSettings notes the settings that are not part of machine, workload and policies.
func (p *Parts) describeSettings(s *Scenario) {
	kill := param.Values{"rule": "estimate", "grace": 0.0}
	if s.Kill != nil {
		kill["rule"], kill["grace"] = s.Kill.Rule, s.Kill.Grace
	}
	p.describe("/kill", killParams, kill)
	simultaneous := Setting("simultaneous")
	values := param.Values{simultaneous.Name: simultaneous.Default}
	if s.Simultaneous != "" {
		values[simultaneous.Name] = s.Simultaneous
	}
	p.describe("", []param.Param{simultaneous}, values)
}

// describe notes the parameters at a place of the scenario.
func (p *Parts) describe(path string, params []param.Param, values param.Values) {
	p.described = append(p.described, described{path, params, values})
}

// elastic is the parameter that every policy has beside its own.
var elastic = param.Param{Name: "elastic", Kind: param.Boolean, Default: false,
	Doc:    "Whether elastic control commands, by which users extend or reduce jobs, are processed under this policy; otherwise they are ignored.",
	Source: "Kumar, Shae and Jamjoom, Scheduling batch and heterogeneous jobs with runtime elasticity in a parallel processing environment, IPDPSW 2012",
}

func options(s *Scenario) engine.Options {
	o := engine.Options{RecordAll: s.Record == "decisions"}
	if s.Simultaneous == "sequential" {
		o.Order = engine.Sequential
	}
	if s.Kill != nil {
		switch s.Kill.Rule {
		case "grace":
			o.Kill, o.Grace = engine.KillAfterGrace, engine.FromSeconds(s.Kill.Grace)
		case "sweep":
			o.Kill, o.Grace = engine.KillAtSweep, engine.FromSeconds(s.Kill.Grace)
		case "never":
			o.Kill = engine.KillNever
		}
	}
	return o
}

func (p *Parts) compileMachine(part Part, kinds []MachineKind) error {
	kind, values, err := choose("/machine", part, kinds, func(k *MachineKind) *param.Description { return &k.Description })
	if err != nil {
		return err
	}
	m, err := kind.New(values)
	if err != nil {
		return param.Below("/machine", err)
	}
	p.machine = func() engine.Machine {
		m, err := kind.New(values)
		if err != nil {
			panic(err) // the same values were accepted above
		}
		return m
	}
	p.draws = kind.Draws != nil && kind.Draws(values)
	p.processors, p.limits = m.Processors(), timeLimits(m)
	p.describe("/machine", kind.Params, values)
	p.offers = m.Offers()
	return nil
}

func (p *Parts) compileWorkload(w Workload, c Catalogs) (err error) {
	p.workload.kind, p.workload.values, err = choose("/workload", w.Part, c.Workloads,
		func(k *workload.Kind) *param.Description { return &k.Description })
	if err != nil {
		return err
	}
	p.describe("/workload", p.workload.kind.Params, p.workload.values)
	for i, part := range w.Transform {
		t := plannedTransform{path: fmt.Sprintf("/workload/transform/%d", i)}
		t.kind, t.values, err = choose(t.path, part, c.Transforms,
			func(k *workload.Transform) *param.Description { return &k.Description })
		if err != nil {
			return err
		}
		p.transforms = append(p.transforms, t)
		p.describe(t.path, t.kind.Params, t.values)
	}
	return nil
}

// ofWorkloads are the capabilities that workloads offer; Workload checks them.
const ofWorkloads = engine.RecordedWaits | engine.Users | engine.Groups | engine.Queues

func (p *Parts) addPolicy(i int, policy Policy, c Catalogs, machine string) error {
	path := fmt.Sprintf("/policies/%d", i)
	kind, values, err := choose(path, policy.Part, c.Policies, func(k *PolicyKind) *param.Description { return &k.Description })
	if err != nil {
		return err
	}
	if kind.Check != nil {
		if err := kind.Check(values); err != nil {
			return param.Below(path, err)
		}
	}
	all := kind.NeedsWith(values)
	written, err := p.checkWritten(path, kind.Params, values, c.Written)
	if err != nil {
		return err
	}
	all |= written
	needs := all &^ ofWorkloads
	if policy.Elastic {
		needs |= engine.Elasticity
		if all&engine.OneSpeed != 0 {
			return &param.Error{Path: path + "/" + elastic.Name, Value: "true", Reason: "commands change requests, and this policy plans with other beliefs; with either one it is accepted"}
		}
	}
	if missing := needs.Missing(p.offers); len(missing) > 0 {
		accepted := p.acceptedPolicies(needs&engine.Elasticity, c.Policies)
		if (kind.Needs&^ofWorkloads | needs&engine.Elasticity).Missing(p.offers) == nil {
			accepted = "; with other parameters it is accepted"
		}
		return &param.Error{Path: path, Value: quote(policy.Kind),
			Reason: "needs " + strings.Join(missing, " and ") + ", which " + quote(machine) + " is not" + accepted}
	}
	label := policy.Label
	if label == "" {
		label = defaultLabel(policy, kind.Params, values)
	}
	for _, other := range p.Policies {
		if other.Label == label {
			return &param.Error{Path: path + "/label", Value: quote(label), Reason: "a label that no other policy has is accepted"}
		}
	}
	p.describe(path, kind.Params, values)
	p.describe(path, []param.Param{elastic}, param.Values{elastic.Name: policy.Elastic})
	p.Policies = append(p.Policies, PlannedPolicy{
		Label: label, Elastic: policy.Elastic, Kind: kind, Needs: all, Shadow: kind.Shadow != nil && kind.Shadow(values),
		New: func() engine.Policy { return kind.New(values) },
	})
	if kind.Rule != nil {
		p.Policies[len(p.Policies)-1].Rule = kind.Rule(values)
	}
	return nil
}

// checkRules refuses rules that are no policies.
func (p *Parts) checkRules(kinds []PolicyKind) error {
	for i, policy := range p.Policies {
		if policy.Rule == "" {
			continue
		}
		var others, known []string // others as they are quoted
		for _, other := range p.Policies {
			if other.Label != policy.Label {
				others, known = append(others, quote(other.Label)), append(known, other.Label)
			}
		}
		for k := range kinds {
			if kinds[k].Rule == nil && len(kinds[k].Needs.Missing(p.offers)) == 0 {
				others, known = append(others, quote(kinds[k].Kind)), append(known, kinds[k].Kind)
			}
		}
		if !slices.Contains(known, policy.Rule) {
			return &param.Error{Path: fmt.Sprintf("/policies/%d/rule", i), Value: quote(policy.Rule),
				Reason: "the label of another policy or the kind of one is accepted: " + strings.Join(others, ", ")}
		}
	}
	return nil
}

// acceptedPolicies ends an error message with the kinds whose needs, with wanted added, the
// machine offers.
func (p *Parts) acceptedPolicies(wanted engine.Capability, kinds []PolicyKind) string {
	var names []string
	for i := range kinds {
		if len((kinds[i].Needs | wanted).Missing(p.offers)) == 0 {
			names = append(names, quote(kinds[i].Kind))
		}
	}
	if names == nil {
		return ""
	}
	return "; one of " + strings.Join(names, ", ") + " is accepted"
}

// checkWritten notes whether there are expressions or scripts among the values, checks them and returns what they need.
func (p *Parts) checkWritten(path string, params []param.Param, values param.Values, check func(param.Kind, string) (engine.Capability, error)) (needs engine.Capability, err error) {
	for i := range params {
		q := &params[i]
		if !q.IsWritten(values[q.Name]) {
			continue
		}
		p.Written = true
		if check == nil {
			continue
		}
		text := values.Text(q.Name)
		more, err := check(q.Kind, text)
		if err != nil {
			wrong := &param.Error{Path: path + "/" + q.Name, Reason: err.Error()}
			if q.Kind != param.Script { // of a script, line and column say where
				wrong.Value = quote(text)
			}
			return 0, wrong
		}
		needs |= more
	}
	return needs, nil
}

// defaultLabel is the kind with its non-default parameters, such as
// "easy(reservations=2)", however they were written. Scripts are too long for a label.
func defaultLabel(policy Policy, params []param.Param, values param.Values) string {
	var given []string
	for _, d := range params {
		if policy.Fields[d.Name] != nil && d.Kind != param.Script && param.Format(values[d.Name]) != param.Format(d.Default) {
			given = append(given, d.Name+"="+param.Format(values[d.Name]))
		}
	}
	if policy.Elastic {
		given = append(given, elastic.Name+"=true")
	}
	if len(given) == 0 {
		return policy.Kind
	}
	return policy.Kind + "(" + strings.Join(given, ", ") + ")"
}

// quote is a text as it stands in a scenario, for an error message.
func quote(text string) string {
	var quoted bytes.Buffer
	write := json.NewEncoder(&quoted)
	write.SetEscapeHTML(false)
	if err := write.Encode(text); err != nil {
		panic(err) // every text can be written
	}
	return param.Excerpt(quoted.Bytes())
}

// choose finds the kind that part names and checks its parameters.
func choose[K any](path string, part Part, kinds []K, describe func(*K) *param.Description) (*K, param.Values, error) {
	var known []string
	for i := range kinds {
		d := describe(&kinds[i])
		if d.Kind != part.Kind {
			known = append(known, d.Kind)
			continue
		}
		values, err := param.Check(path, d.Params, part.Fields)
		return &kinds[i], values, err
	}
	sort.Strings(known)
	return nil, nil, &param.Error{Path: path + "/kind", Value: quote(part.Kind), Reason: "unknown kind; known are " + strings.Join(known, ", ")}
}

// Workload makes the jobs of one replication: read or generated, then transformed.
// open supplies the files that the scenario names. Errors of values are
// *param.Error, errors of files those of the workload package.
func (p *Parts) Workload(replication int, open workload.Opener) (*engine.Workload, *workload.Report, error) {
	s, err := p.source(replication, open)
	if err != nil {
		return nil, nil, err
	}
	return p.transform(s, replication, open)
}

// Source is the jobs as they were read or generated, before any transformation.
type Source struct {
	workload *engine.Workload
	report   *workload.Report
}

func (p *Parts) source(replication int, open workload.Opener) (*Source, error) {
	w, report, err := p.workload.kind.Make(p.workload.values, p.inputs(replication, open))
	if err != nil {
		return nil, param.Below("/workload", err)
	}
	return &Source{w, report}, nil
}

// transform leaves s as it is.
func (p *Parts) transform(s *Source, replication int, open workload.Opener) (*engine.Workload, *workload.Report, error) {
	w, report := s.workload, *s.report
	report.Notes = slices.Clone(report.Notes)
	missing := "needs a log with recorded waits"
	in := p.inputs(replication, open)
	for _, t := range p.transforms {
		var notes []string
		var err error
		recorded := w.Wait != nil
		w, notes, err = t.kind.Apply(t.values, w, in)
		if err != nil {
			return nil, nil, param.Below(t.path, err)
		}
		report.Notes = append(report.Notes, notes...)
		if recorded && w.Wait == nil {
			missing += fmt.Sprintf(", which “%s” takes away (%s); the scenario without that or without this policy is accepted", t.kind.Name, t.path)
		}
	}
	if len(w.Jobs) == 0 {
		return nil, nil, &param.Error{Path: "/workload", Reason: "no jobs are left; at least one is needed"}
	}
	for i, policy := range p.Policies {
		path := fmt.Sprintf("/policies/%d", i)
		if policy.Needs&engine.RecordedWaits != 0 && w.Wait == nil {
			return nil, nil, &param.Error{Path: path, Value: quote(policy.Kind.Kind), Reason: missing}
		}
		if unknown := (policy.Needs & (ofWorkloads &^ engine.RecordedWaits)).Missing(known(w)); len(unknown) > 0 {
			return nil, nil, &param.Error{Path: path, Value: quote(policy.Kind.Kind), Reason: "needs " + strings.Join(unknown, " and ")}
		}
	}
	seeded := *w
	seeded.Seed = p.machineSeed(replication)
	return &seeded, &report, nil
}

// known is what a workload says of its jobs.
func known(w *engine.Workload) (all engine.Capability) {
	if w.User != nil {
		all |= engine.Users
	}
	if w.Group != nil {
		all |= engine.Groups
	}
	if w.Queue != nil {
		all |= engine.Queues
	}
	return all
}

// machineSeed is the seed of machines that choose at random in a replication.
func (p *Parts) machineSeed(replication int) uint64 {
	return rand.NewPCG(p.Seed, uint64(replication)).Uint64()
}

// DrawingSeed is the seed of what policies and machines draw while they run, in drawing n of a replication: that of n replications later.
// So the drawings of a log are its replications. Drawing 0 is the replication itself. A farm that is drawn is the one that the jobs of the
// replication were made for, in all its drawings.
func (p *Parts) DrawingSeed(replication, n int) uint64 {
	if p.drawsFarm() {
		n = 0
	}
	return p.machineSeed(replication + n)
}

func (p *Parts) inputs(replication int, open workload.Opener) workload.Inputs {
	in := workload.Inputs{Seed: p.Seed, Replication: replication, Limits: p.limits, Varies: p.swept || p.workload.kind.Random, Open: open}
	if p.offers&engine.AnySize != 0 {
		in.Processors = p.processors
	}
	if machine, is := p.machine().(*farm.Machine); is {
		machine.Draw(p.machineSeed(replication))
		in.Farm = machine
	}
	return in
}
