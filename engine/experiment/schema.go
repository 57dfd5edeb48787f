package experiment

import (
	"reflect"

	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/engine/schema"
)

// Schema describes a Result as JSON. It refers to the schema of the scenario, which
// lies beside it.
func Schema() *schema.Schema {
	types := schema.Types{Own: map[reflect.Type]*schema.Schema{
		reflect.TypeFor[scenario.Scenario](): {Ref: "scenario.schema.json"},
		reflect.TypeFor[metrics.Summary]():   {Ref: "#/$defs/metrics"},
		reflect.TypeFor[metrics.Columns]():   {Ref: "#/$defs/columns"},
	}}
	s := types.Of(reflect.TypeFor[Result]())
	s.Dialect, s.ID = schema.Dialect, "result.schema.json"
	s.Title, s.Description = "Result", "What came of an experiment."
	s.Defs = map[string]*schema.Schema{"metrics": metricsSchema(), "columns": columnsSchema()}
	return s
}

// columnsSchema describes metrics.Columns: a list per metric, null for what is undefined.
func columnsSchema() *schema.Schema {
	value := &schema.Schema{OneOf: []*schema.Schema{{Type: "number"}, {Type: "null"}}}
	return &schema.Schema{Type: "object", Additional: &schema.Schema{Type: "array", Items: value},
		Description: "A list for each metric, with one value for each group; null: undefined."}
}

// metricsSchema describes a metrics.Summary: metrics that are undefined are absent.
func metricsSchema() *schema.Schema {
	var properties schema.Properties
	for _, d := range metrics.Descriptions {
		description := d.Doc
		if d.Unit != "" {
			description += " Unit: " + d.Unit + "."
		}
		properties = append(properties, schema.Property{Name: d.Name,
			Value: &schema.Schema{Type: "number", Title: d.Title, Description: description}})
	}
	return schema.Object(properties...)
}
