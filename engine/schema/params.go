package schema

import "backfill/engine/param"

// Params are the properties of an object with the described parameters.
func Params(params []param.Param) Properties {
	var properties Properties
	for i := range params {
		properties = append(properties, Property{params[i].Name, Param(&params[i]), params[i].Required})
	}
	return properties
}

// Param is the schema of the values of p.
func Param(p *param.Param) *Schema {
	s := &Schema{Description: p.Doc, Default: p.Default}
	if p.Language != "" {
		s.Description += " An expression is made of " + p.Language
	}
	if p.Unit != "" {
		s.Description += " Unit: " + p.Unit + "."
	}
	if p.Source != "" {
		s.Description += " Source: " + p.Source + "."
	}
	switch p.Kind {
	case param.Integer, param.Number:
		s.Type = string(p.Kind)
		s.Minimum, s.Maximum = &p.Min, &p.Max
	case param.Integers:
		s.Type, s.MaxItems = "array", param.MaxIntegers
		if !p.Empty {
			s.MinItems = 1
		}
		s.Items = &Schema{Type: "integer", Minimum: &p.Min, Maximum: &p.Max}
	case param.Ranges:
		s.Type, s.Pattern = "string", param.SetPattern(p.Unknown)
	case param.Boolean:
		s.Type = "boolean"
	case param.Choice:
		s.Type, s.Enum = "string", p.Choices
	case param.Text:
		s.Type = "string"
	case param.Script:
		s.Type, s.MinLength, s.MaxLength = "string", 1, param.MaxScript
	case param.File:
		s.Type, s.MinLength, s.Pattern = "string", 1, Line
	case param.Formula:
		s.Type, s.MinLength, s.MaxLength, s.Pattern = "string", 1, param.MaxFormula, Line
	case param.Table:
		s.Type, s.MinItems, s.MaxItems = "array", 1, int(p.Max)
		s.Items = Object(Params(p.Columns)...)
	default:
		panic("schema: unknown kind " + string(p.Kind))
	}
	return s
}

// Kind is an object that names the described kind, with its parameters and further
// properties beside it.
func Kind(d param.Description, further ...Property) *Schema {
	properties := Properties{{"kind", &Schema{Const: d.Kind}, true}}
	properties = append(properties, Params(d.Params)...)
	s := Object(append(properties, further...)...)
	s.Title, s.Description = d.Name, d.Doc
	return s
}
