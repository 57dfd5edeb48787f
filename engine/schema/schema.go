// Package schema writes JSON Schemas (draft 2020-12) of what the program reads and prints: from the descriptions of
// parameters (Params, Kind) and from Go types (Types).
//
// It knows the keywords that are needed here, and neither scenarios nor results.
package schema

import (
	"bytes"
	"encoding/json"
)

// Dialect is the meta-schema of what this package writes.
const Dialect = "https://json-schema.org/draft/2020-12/schema"

// Schema is a JSON Schema with the keywords that are needed here.
type Schema struct {
	Dialect     string             `json:"$schema,omitempty"`
	ID          string             `json:"$id,omitempty"`
	Ref         string             `json:"$ref,omitempty"`
	Title       string             `json:"title,omitempty"`
	Description string             `json:"description,omitempty"`
	Type        string             `json:"type,omitempty"`
	Const       any                `json:"const,omitempty"`
	Enum        []string           `json:"enum,omitempty"`
	Default     any                `json:"default,omitempty"`
	Minimum     *float64           `json:"minimum,omitempty"`
	Above       *float64           `json:"exclusiveMinimum,omitempty"`
	Maximum     *float64           `json:"maximum,omitempty"`
	MinLength   int                `json:"minLength,omitempty"`
	MaxLength   int                `json:"maxLength,omitempty"`
	Pattern     string             `json:"pattern,omitempty"`
	Items       *Schema            `json:"items,omitempty"`
	MinItems    int                `json:"minItems,omitempty"`
	MaxItems    int                `json:"maxItems,omitempty"`
	Properties  Properties         `json:"properties,omitempty"`
	Required    []string           `json:"required,omitempty"`
	Additional  any                `json:"additionalProperties,omitempty"` // false or a *Schema
	OneOf       []*Schema          `json:"oneOf,omitempty"`
	Defs        map[string]*Schema `json:"$defs,omitempty"`
}

// Line is the Pattern of a text without line breaks and other control characters.
const Line = `^[^\x00-\x1f\x7f-\x9f]*$`

// Label is the Pattern of a name in results: a Line that is empty or not blank.
const Label = `^([^\x00-\x1f\x7f-\x9f]*[^\x00-\x20\x7f-\xa0][^\x00-\x1f\x7f-\x9f]*)?$`

// Property is one key of an object.
type Property struct {
	Name     string
	Value    *Schema
	Required bool
}

// Properties are written in their order.
type Properties []Property

func (p Properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, property := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(property.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(property.Value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Object is an object with these properties and no others.
func Object(properties ...Property) *Schema {
	s := &Schema{Type: "object", Properties: properties, Additional: false}
	for _, p := range properties {
		if p.Required {
			s.Required = append(s.Required, p.Name)
		}
	}
	return s
}

// JSON is s as indented JSON.
func (s *Schema) JSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(s)
	return b.Bytes(), err
}
