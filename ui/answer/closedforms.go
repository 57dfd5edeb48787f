package answer

import (
	"reflect"
	"slices"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
)

// ClosedForms are those of a plan at one of its points.
func ClosedForms(p *scenario.Plan, point int) []experiment.ClosedForm {
	return slices.DeleteFunc(experiment.ClosedForms(p), func(f experiment.ClosedForm) bool {
		return !reflect.DeepEqual(f.Point, p.Points[point].Values)
	})
}

// AddClosedForms enters closed forms in the cells of a table of metrics, whose columns are the policies of these labels;
// text writes a value of a metric.
func AddClosedForms(table []Row, labels []string, forms []experiment.ClosedForm, text func(d *metrics.Description, v float64) string) {
	for i := range table {
		row := &table[i]
		for _, f := range forms {
			if k := slices.Index(labels, f.Policy); f.Metric == row.About.Name && k >= 0 && k < len(row.Cells) {
				row.Cells[k].ClosedForm = f.Queue + ": " + text(row.About, f.Value)
			}
		}
	}
}

// ClosedFormsRemark says what the closed forms in a table are, "" if there are none; steady says that the beginning of
// the runs is left out.
func ClosedFormsRemark(forms []experiment.ClosedForm, steady bool) string {
	if len(forms) == 0 {
		return ""
	}
	text := forms[0].Queue + ": the mean in steady state by the formula (" + forms[0].Formula + ")."
	if !steady {
		text += " A simulation begins with an empty machine, so that a short one waits less than that on average; “Steady state only” leaves the beginning out."
	}
	return text
}
