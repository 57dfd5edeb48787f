package reproduce

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// estimate is a quantity with the standard deviation of what one workload says of it.
type estimate struct {
	value, deviation float64
	workloads        int
}

// standardError is that of a mean of so many workloads.
func (e estimate) standardError(workloads int) float64 {
	return e.deviation / math.Sqrt(float64(workloads))
}

func meanOf(values []float64, factor float64) estimate {
	mean, deviation := stat.MeanStdDev(values, nil)
	return estimate{factor * mean, factor * deviation, len(values)}
}

// gainOf is the gain, in percent, of values over those of another policy on the same
// workloads. The deviation is that of the linearised ratio.
func gainOf(values, versus []float64, higherIsBetter bool) estimate {
	base := stat.Mean(versus, nil)
	ratio := stat.Mean(values, nil) / base
	residuals := make([]float64, len(values))
	for i := range values {
		residuals[i] = (values[i] - ratio*versus[i]) / base
	}
	gain := 1 - ratio
	if higherIsBetter {
		gain = ratio - 1
	}
	return estimate{100 * gain, 100 * stat.StdDev(residuals, nil), len(values)}
}

// figure is a printed number.
type figure struct {
	value float64
	half  float64 // of its printed interval of 95 %, 0 if there is none
	unit  float64 // of its last digit
	text  string
}

var figureForm = regexp.MustCompile(`^([+-]?[0-9 ]*\.?[0-9]*)( M)?(?: ?\[([^,]+),([^\]]+)\])?$`)

// parseFigure reads "65 242", "1.44 M" or "+2.75 [+2.54,+2.97]".
func parseFigure(text string) (figure, error) {
	parts := figureForm.FindStringSubmatch(text)
	if parts == nil {
		return figure{}, fmt.Errorf("%q is no figure", text)
	}
	digits := strings.ReplaceAll(parts[1], " ", "")
	f := figure{unit: 1, text: text}
	if _, decimals, found := strings.Cut(digits, "."); found {
		f.unit = math.Pow(10, -float64(len(decimals)))
	}
	var err error
	if f.value, err = strconv.ParseFloat(digits, 64); err != nil {
		return figure{}, err
	}
	if parts[2] != "" {
		f.value, f.unit = f.value*1e6, f.unit*1e6
	}
	if parts[3] == "" {
		return f, nil
	}
	low, err := strconv.ParseFloat(parts[3], 64)
	if err != nil {
		return figure{}, err
	}
	high, err := strconv.ParseFloat(parts[4], 64)
	f.half = (high - low) / 2
	return f, err
}

// format writes a measured value as the figure is written.
func (f figure) format(value float64) string {
	suffix := ""
	unit := f.unit
	if strings.Contains(f.text, " M") {
		value, unit, suffix = value/1e6, unit/1e6, " M"
	}
	decimals := int(math.Round(-math.Log10(unit)))
	text := strconv.FormatFloat(value, 'f', max(0, decimals), 64)
	if strings.ContainsAny(f.text[:1], "+-") && value >= 0 {
		text = "+" + text
	}
	whole, fraction, found := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] >= '0' && whole[i-1] <= '9'; i -= 3 {
		whole = whole[:i] + " " + whole[i:]
	}
	if found {
		whole += "." + fraction
	}
	return whole + suffix
}

// allowed is by how much an estimate may differ from a figure that is the mean of so
// many workloads: 3.5 standard errors of the difference, and half a unit of the figure's
// last digit. Where the figure has no interval its standard error is taken from the
// estimate's deviation.
func (f figure) allowed(e estimate, workloads int) float64 {
	quoted := e.standardError(workloads)
	if f.half > 0 {
		quoted = f.half / 1.96
	}
	return 3.5*math.Hypot(e.standardError(e.workloads), quoted) + f.unit/2
}

func TestFigures(t *testing.T) {
	for _, c := range []struct {
		text  string
		value float64
		like  string // how it is written as the figure is
	}{
		{"65 242", 1234567.4, "1 234 567"},
		{"1.44 M", 1_438_000, "1.44 M"},
		{"+2.75 [+2.54,+2.97]", 0, "+0.00"},
		{"-0.1", -123.45, "-123.5"},
	} {
		f, err := parseFigure(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.format(c.value); got != c.like {
			t.Errorf("%v like %q is %q, want %q", c.value, c.text, got, c.like)
		}
	}
	f, err := parseFigure("+2.75 [+2.54,+2.97]")
	if err != nil {
		t.Fatal(err)
	}
	// Standard errors: ours 0.3 / sqrt(9), the printed interval's 0.215 / 1.96.
	if got, want := f.allowed(estimate{2.75, 0.3, 9}, 1000), 3.5*math.Hypot(0.1, 0.215/1.96)+0.005; math.Abs(got-want) > 1e-12 {
		t.Errorf("allowed are %v, want %v", got, want)
	}
	// Means 3 and 4, so the gain is 25 %; the residuals of the ratio 3/4 are
	// (2 - 3)/4 and (4 - 3)/4, with standard deviation sqrt(2)/4.
	if got, want := gainOf([]float64{2, 4}, []float64{4, 4}, false), (estimate{25, 25 * math.Sqrt2, 2}); got.workloads != 2 ||
		math.Abs(got.value-want.value) > 1e-12 || math.Abs(got.deviation-want.deviation) > 1e-12 {
		t.Errorf("the gain is %v, want %v", got, want)
	}
}
