package scenario

import (
	"backfill/engine/metrics/grouping"
	"backfill/engine/schema"
)

// Schema describes what Read and Compile accept, as far as that depends on one value
// at a time.
func Schema(c Catalogs) *schema.Schema {
	var properties schema.Properties
	for _, k := range keys {
		properties = append(properties, schema.Property{Name: k.name, Value: k.schema(), Required: k.required != ""})
	}
	s := schema.Object(properties...)
	s.Dialect, s.ID = schema.Dialect, "scenario.schema.json"
	s.Title = "Scenario"
	s.Description = "An experiment in parallel job scheduling: each policy schedules the workload on the machine."
	s.Defs = definitions(c)
	return s
}

// definitions are the kinds of the catalogs, by the place where a scenario names them.
func definitions(c Catalogs) map[string]*schema.Schema {
	var machines, workloads, transforms, policies []*schema.Schema
	for _, k := range c.Machines {
		machines = append(machines, schema.Kind(k.Description))
	}
	transform := schema.Property{Name: "transform", Value: &schema.Schema{Type: "array", MaxItems: MaxTransforms,
		Description: "Transformations of the jobs, in their order.", Items: &schema.Schema{Ref: "#/$defs/transform"}}}
	for _, k := range c.Workloads {
		workloads = append(workloads, schema.Kind(k.Description, transform))
	}
	for _, t := range c.Transforms {
		transforms = append(transforms, schema.Kind(t.Description))
	}
	label := schema.Property{Name: "label", Value: &schema.Schema{Type: "string", Pattern: schema.Label,
		Description: "Name in results, unique in the scenario; the kind with its non-default parameters if left out."}}
	elastic := schema.Property{Name: elastic.Name, Value: schema.Param(&elastic)}
	for _, p := range c.Policies {
		policies = append(policies, schema.Kind(p.Description, label, elastic))
	}
	return map[string]*schema.Schema{
		"machine":   {OneOf: machines},
		"workload":  {OneOf: workloads},
		"transform": {OneOf: transforms},
		"policy":    {OneOf: policies},
	}
}

// schema describes the value of k.
func (k *key) schema() *schema.Schema {
	for i := range settings {
		if settings[i].Name == k.name {
			return schema.Param(&settings[i])
		}
	}
	switch k.name {
	case "version":
		return &schema.Schema{Const: Version, Description: "The format of the scenario."}
	case "name":
		return &schema.Schema{Type: "string", Pattern: schema.Line, Description: "What people call the experiment."}
	case "machine", "workload":
		return &schema.Schema{Ref: "#/$defs/" + k.name}
	case "policies":
		return &schema.Schema{Type: "array", MinItems: 1, MaxItems: MaxPolicies, Items: &schema.Schema{Ref: "#/$defs/policy"}}
	case "kill":
		return schema.Object(schema.Params(killParams)...)
	case "sweep":
		values := schema.Property{Name: "values", Required: true, Value: &schema.Schema{Type: "array", MinItems: 1, MaxItems: maxValues,
			Items: &schema.Schema{}, Description: "Values that the parameter takes, each different."}}
		return &schema.Schema{Type: "array", MaxItems: maxAxes, Items: schema.Object(append(schema.Params(axisParams), values)...),
			Description: "Parameters that are varied: the experiment is repeated for each value, of two of them for each pair."}
	case "precision":
		return schema.Object(schema.Params(precisionParams)...)
	case "steady":
		return schema.Object(schema.Params(steadyParams)...)
	case "claims":
		at := schema.Property{Name: "at", Value: &schema.Schema{Type: "object", Additional: &schema.Schema{},
			Description: "Point of the sweep that decides, path to value; if left out, every point has to agree."}}
		versusAt := schema.Property{Name: "versusAt", Value: &schema.Schema{Type: "object", Additional: &schema.Schema{},
			Description: "Point of the sweep that versus is taken from, path to value, if that is another one than at: replication by replication, the same or another policy."}}
		where := schema.Property{Name: "where", Value: whereSchema("The claim is about the jobs that meet all of these conditions.")}
		versusWhere := schema.Property{Name: "versusWhere", Value: whereSchema("The jobs that those are compared with, if they are others: under the same or another policy.")}
		return &schema.Schema{Type: "array", MaxItems: maxClaims, Items: schema.Object(append(schema.Params(claimParams), at, versusAt, where, versusWhere)...),
			Description: "Published statements that are held against what is measured."}
	case "groups":
		return groupsSchema()
	}
	panic("scenario: the key " + k.name + " has no schema")
}

func groupsSchema() *schema.Schema {
	where := schema.Property{Name: "where", Value: whereSchema("Only jobs that meet all of these conditions are grouped.")}
	all := schema.Object(schema.Property{Name: "where", Required: true, Value: whereSchema("The jobs that meet all of these conditions are one group.")})
	each := schema.Property{Name: "each", Value: &schema.Schema{OneOf: divisionSchemas(),
		Description: "The jobs of each of these classes are grouped by themselves."}}
	return &schema.Schema{Type: "array", MaxItems: grouping.MaxGroupings, Items: &schema.Schema{OneOf: append(divisionSchemas(each, where), all)},
		Description: "Groups of jobs for which metrics are computed apart."}
}

// by names the attributes that are numbers, or those that have classes of their own.
func by(natural bool) schema.Property {
	var names []string
	doc := "What jobs are grouped by."
	for _, a := range grouping.Attributes {
		if a.Natural == natural {
			names = append(names, a.Name)
			doc += " " + a.Name + ": " + a.Doc
		}
	}
	return schema.Property{Name: "by", Required: true, Value: &schema.Schema{Type: "string", Enum: names, Description: doc}}
}

// divisionSchemas are the ways to divide jobs, with further properties.
func divisionSchemas(further ...schema.Property) []*schema.Schema {
	least, most, zero := 2.0, float64(grouping.MaxClasses), 0.0
	quantiles := schema.Property{Name: "quantiles", Required: true, Value: &schema.Schema{
		Type: "integer", Minimum: &least, Maximum: &most, Description: "So many groups of about equally many jobs."}}
	bounds := schema.Property{Name: "bounds", Required: true, Value: &schema.Schema{
		Type: "array", MinItems: 1, MaxItems: grouping.MaxClasses - 1, Items: &schema.Schema{Type: "number", Above: &zero},
		Description: "Increasing upper bounds of all groups but the last, in the unit of the attribute."}}
	with := func(own ...schema.Property) *schema.Schema { return schema.Object(append(own, further...)...) }
	return []*schema.Schema{with(by(false), quantiles), with(by(false), bounds), with(by(true))}
}

func whereSchema(description string) *schema.Schema {
	return &schema.Schema{Type: "array", MinItems: 1, MaxItems: grouping.MaxConditions, Items: &schema.Schema{OneOf: conditionSchemas()}, Description: description}
}

func conditionSchemas() []*schema.Schema {
	zero := 0.0
	end := func(name, doc string, required bool) schema.Property {
		return schema.Property{Name: name, Required: required, Value: &schema.Schema{Type: "number", Above: &zero, Description: doc}}
	}
	const above, most = "The attribute is above this, in its unit.", "The attribute is at most this, in its unit."
	in := schema.Property{Name: "in", Required: true, Value: &schema.Schema{Type: "array", MinItems: 1, MaxItems: grouping.MaxClasses,
		Items: &schema.Schema{Type: "string"}, Description: "The job is in one of the groups with these names."}}
	return []*schema.Schema{
		schema.Object(by(false), end("above", above, true)),
		schema.Object(by(false), end("most", most, true)),
		schema.Object(by(false), end("above", above, true), end("most", most, true)),
		schema.Object(by(true), in),
	}
}
