package reference

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"backfill/engine/param"
	"backfill/engine/scenario"
)

// DrawValues draws the parameters of a kind of policy: often a preset or what is left out, else mostly small values. Texts, files,
// tables and expressions are left out. what is what a scenario would have.
func DrawValues(r *rand.Rand, kind *scenario.PolicyKind) (v param.Values, what string, err error) {
	for range 100 {
		fields := map[string]json.RawMessage{}
		if len(kind.Presets) > 0 && r.IntN(3) == 0 {
			for name, raw := range kind.Presets[r.IntN(len(kind.Presets))].Fields {
				fields[name] = raw
			}
		}
		for _, p := range kind.Params {
			if fields[p.Name] != nil || r.IntN(2) == 0 {
				continue
			}
			if value := drawValue(r, &p); value != nil {
				if fields[p.Name], err = json.Marshal(value); err != nil {
					return nil, "", err
				}
			}
		}
		// A parameter that counts for nothing beside others may be an error.
		if v, err = param.Check("", kind.Params, fields); err == nil && kind.Check != nil {
			err = kind.Check(v)
		}
		if err == nil && slices.ContainsFunc(kind.Params, func(p param.Param) bool { return p.IsExpression(v[p.Name]) }) {
			continue // which is computed by compilers only
		}
		if err == nil {
			text, err := json.Marshal(fields)
			return v, kind.Kind + string(text), err
		}
	}
	return nil, "", fmt.Errorf("none of many values of %s are accepted: %w", kind.Kind, err)
}

// drawValue is a value of a parameter, nil if there is none to draw.
func drawValue(r *rand.Rand, p *param.Param) any {
	switch p.Kind {
	case param.Integer:
		span := int64(math.Min(p.Max-p.Min, 6))
		if r.IntN(8) == 0 {
			span = int64(math.Min(p.Max-p.Min, 1000))
		}
		return int64(p.Min) + r.Int64N(span+1)
	case param.Number:
		if r.IntN(4) == 0 {
			return p.Min
		}
		return math.Min(p.Max, p.Min+float64(1+r.IntN(20))*math.Pow(10, float64(-r.IntN(4))))
	case param.Boolean:
		return r.IntN(2) == 0
	case param.Choice, param.Formula:
		return p.Choices[r.IntN(len(p.Choices))]
	case param.Integers:
		var list []int64
		for range r.IntN(4) {
			list = append(list, int64(p.Min)+r.Int64N(60))
		}
		slices.Sort(list)
		if list = slices.Compact(list); len(list) == 0 && !p.Empty {
			return nil
		}
		return append([]int64{}, list...)
	}
	return nil
}
