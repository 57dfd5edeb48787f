package answers

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/panel"
	"backfill/ui/phrase"
)

// Classes is the picture of one metric in the classes of a grouping.
type Classes struct{ *Answers }

// ClassChart is the host of that picture.
const ClassChart = "chart-classes"

// classChoices are what the picture shows. What an experiment does not have gives way to the
// first that it has.
type classChoices struct {
	grouping int    // place among the scenario's
	metric   string // "": what is claimed of such classes; see claimedMetric
	form     string // one of the forms; "": what suits the attribute and the sweep
	lines    string // path of the axis whose values are the lines, or policyLines; "": what there are several of
	policy   string // under which they are then
	panel    string // the only one that is shown; "": all
	log      bool

	Numbers classNumbers
	turn    int        // counts their computations
	table   classTable // of the numbers
}

// Forms of the picture.
const (
	ClassLines = "lines"
	classBars  = "bars"
	// ClassTransposed draws a line for each class over the values of the axis.
	ClassTransposed = "lines over the sweep"
)

// policyLines says that the lines are the policies.
const policyLines = "policies"

func (v *classChoices) groupingOf(plan *scenario.Plan) int {
	return min(v.grouping, len(plan.Scenario.Groups)-1)
}

// metricOf is the metric that is shown; of several replications not all are kept.
func (v *classChoices) metricOf(plan *scenario.Plan) string {
	if v.metric != "" && slices.Contains(plan.GroupMetrics, metrics.Index(v.metric)) {
		return v.metric
	}
	return ClaimedMetric(plan, &plan.Scenario.Groups[v.groupingOf(plan)])
}

// ClaimedMetric is the metric of the first claim about jobs picked by what the grouping
// divides them by. Claims about how many there are come last, and are shown as shares.
// Without claims it is the one that is to be known precisely, or the mean wait.
func ClaimedMetric(plan *scenario.Plan, g *grouping.Grouping) string {
	about := func(c grouping.Condition) bool { return c.By == g.By || g.Each != nil && c.By == g.Each.By }
	counted := false
	for i := range plan.Claims {
		c := &plan.Claims[i]
		switch {
		case !slices.ContainsFunc(c.Where, about) && !slices.ContainsFunc(c.VersusWhere, about):
		case answer.CountsJobs(c.Claim.Metric):
			counted = true
		case slices.Contains(plan.GroupMetrics, c.Metric):
			return c.Claim.Metric
		}
	}
	if counted && slices.Contains(plan.GroupMetrics, metrics.Index(answer.ShareOfJobs)) {
		return answer.ShareOfJobs
	}
	if wanted := answer.WantedMetric(plan); slices.Contains(plan.GroupMetrics, metrics.Index(wanted)) {
		return wanted
	}
	return "meanWait"
}

// Known says whether there is something to draw.
func (c *Classes) Known() bool {
	n := &c.Classes.Numbers
	return len(c.Classes.table.classes.class) > 0 && c.Shown.Results != nil && (c.Measurement != nil && n.of == c.Measurement || c.Measurement == nil && n.results == c.Shown.Results)
}

func (c *Classes) title() string {
	if !c.Known() {
		return "Classes of jobs"
	}
	return c.ClassTitle()
}

// groupings are the scenario's in words.
func (c *Classes) groupings() []string {
	if !c.Known() {
		return nil
	}
	var words []string
	groups := c.Classes.Numbers.plan.Scenario.Groups
	for i := range groups {
		words = append(words, draft.GroupTitle(&groups[i]))
	}
	return words
}

func (c *Classes) isGrouping(i int) bool { return i == c.Classes.Numbers.grouping }

// setGrouping shows that grouping, by its place.
func (c *Classes) setGrouping(place string) {
	if i, err := strconv.Atoi(place); err == nil {
		v := &c.Classes
		v.grouping, v.form, v.panel = i, "", ""
		c.EstimateClasses()
	}
}

// metricNames are the metrics to choose from.
func (c *Classes) metricNames() []*metrics.Description {
	if !c.Known() {
		return nil
	}
	var list []*metrics.Description
	for _, i := range c.Classes.Numbers.plan.GroupMetrics {
		if d := &metrics.Descriptions[i]; c.defined(i) || d.Name == c.Classes.Numbers.metric {
			list = append(list, d)
		}
	}
	return list
}

func (c *Classes) setMetric(name string) {
	c.Classes.metric = name
	c.EstimateClasses()
}

func (c *Classes) forms() []string {
	if c.classAxis() < 0 {
		return []string{ClassLines, classBars}
	}
	return []string{ClassLines, classBars, ClassTransposed}
}

// classForm is how classes are drawn: lines suggest an order, which queues do not have.
// Of numbers in a sweep and classes, what there is more of is along the axis.
func (c *Answers) classForm() string {
	v := &c.Classes
	by := v.Numbers.division().By
	axis := c.classAxis()
	switch a := grouping.AttributeNamed(by); {
	case v.form != "" && (v.form != ClassTransposed || axis >= 0):
		return v.form
	case a == nil || a.Natural && by != "month":
		return classBars
	case axis >= 0 && len(v.table.lines) > len(v.table.classes.class) && allNumbers(draft.AxisWords(c.Sweep()[axis])):
		return ClassTransposed
	}
	return ClassLines
}

func (c *Classes) isForm(form string) bool { return c.Known() && c.classForm() == form }

func (c *Classes) setForm(form string) {
	c.Classes.form = form
	c.showClasses()
}

// lineKind is one choice of what the lines are.
type lineKind struct{ Path, Words string }

// lineKinds are the policies, and the axes of the sweep.
func (c *Classes) lineKinds() []lineKind {
	list := []lineKind{{policyLines, "policies"}}
	for _, axis := range c.Sweep() {
		if len(axis.Values) > 1 {
			list = append(list, lineKind{axis.Path, c.AxisName(axis.Path)})
		}
	}
	return list
}

func (c *Classes) setLines(path string) {
	c.Classes.lines = path
	c.showClasses()
}

// classAxis is the place of the axis whose values are the lines, -1: the policies are.
func (c *Answers) classAxis() int {
	axis := slices.IndexFunc(c.Sweep(), func(a scenario.Axis) bool { return a.Path == c.Classes.lines })
	if axis < 0 && c.Classes.lines != policyLines && c.Measurement != nil && len(c.Measurement.Plan.Policies) == 1 {
		return slices.IndexFunc(c.Sweep(), func(a scenario.Axis) bool { return len(a.Values) > 1 })
	}
	return axis
}

func (c *Classes) isLines(path string) bool {
	axis := c.classAxis()
	return axis < 0 && path == policyLines || axis >= 0 && c.Sweep()[axis].Path == path
}

// policies are those of which one is chosen where the lines are points.
func (c *Classes) policies() []string {
	if !c.Known() || c.classAxis() < 0 {
		return nil
	}
	var labels []string
	for _, policy := range c.Classes.Numbers.plan.Policies {
		labels = append(labels, policy.Label)
	}
	return labels
}

// classPolicy is the policy of which points are compared.
func (c *Answers) classPolicy() int {
	plan := c.Classes.Numbers.plan
	return max(0, slices.IndexFunc(plan.Policies, func(q scenario.PlannedPolicy) bool { return q.Label == c.Classes.policy }))
}

func (c *Classes) isPolicy(i int) bool { return i == c.classPolicy() }

func (c *Classes) setPolicy(label string) {
	c.Classes.policy = label
	c.showClasses()
}

// panelName is what the panels are classes of, "" without panels.
func (c *Classes) panelName() string {
	if !c.Known() || c.Classes.Numbers.division().Each == nil {
		return ""
	}
	return phrase.UpperFirst(draft.AttributeWords(c.Classes.Numbers.division().Each.By))
}

// Panels are the panels to choose from.
func (c *Classes) Panels() []string {
	if c.panelName() == "" {
		return nil
	}
	return append([]string{"all"}, c.Classes.table.panels.label...)
}

func (c *Classes) isPanel(word string) bool {
	shown := c.Classes.panel
	return word == shown || word == "all" && !slices.Contains(c.Classes.table.panels.label, shown)
}

func (c *Classes) setPanel(word string) {
	c.Classes.panel = word
	c.showClasses()
}

// logs is the axis that can be logarithmic: bars begin at zero.
func (c *Classes) logs() []logAxis {
	if !c.Known() || c.classForm() == classBars {
		return nil
	}
	if s := c.classSpec(); !positiveMeans(&s) {
		return nil
	}
	return []logAxis{{"class-log", c.Classes.Numbers.about().Title + onALogScale, &c.Classes.log}}
}

func (c *Classes) setLog(on string) {
	c.Classes.log = on == "true"
	c.showClasses()
}

// cells chooses the point, as far as the lines are not its values.
func (c *Classes) cells() vugu.Builder {
	cells := &panel.Cells{Shared: c.Shared, Prefix: "classes"}
	if axis := c.classAxis(); axis >= 0 {
		cells.Besides = c.Sweep()[axis].Path
	}
	return c.Guard(cells)
}

// Caption says what the numbers are.
func (c *Classes) Caption() string {
	if !c.Known() {
		return ""
	}
	n := &c.Classes.Numbers
	most := 0
	for _, line := range c.Classes.table.lines {
		if line.means != nil {
			most = max(most, mostRuns(line.means, n.metric))
		}
	}
	text := "One run of one workload: no intervals"
	if most > 1 {
		text = "Means over " + answer.SamplesText(n.plan, most, "") + " with " + answer.AtLevel(n.plan.Level) + " intervals"
	}
	var under string
	if c.classAxis() >= 0 {
		under = "under " + n.plan.Policies[c.classPolicy()].Label
	}
	return phrase.Join("; ", text, phrase.Join(", ", under, c.classPlace())) + "."
}

// classPlace is such as "at load 0.9": the point, without the axis whose values are lines.
func (c *Answers) classPlace() string {
	var words []string
	for i, axis := range c.Sweep() {
		if i != c.classAxis() {
			words = append(words, c.AxisName(axis.Path)+" "+draft.AxisValue(c.Classes.Numbers.plan.Scenario.Sweep, axis.Path, c.Cell.Point))
		}
	}
	if words == nil {
		return ""
	}
	return "at " + strings.Join(words, ", ")
}

// figure is the picture with its numbers.
func (c *Classes) figure() vugu.Builder {
	return c.Guard(&panel.Figure{
		Shared: c.Shared, Host: ClassChart, Title: c.title(), Caption: c.Caption(), Head: "Class of jobs",
		Labels: c.Classes.table.labels, Rows: c.ClassRows, SaveCSV: c.SaveClasses,
	})
}
