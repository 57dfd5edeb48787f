package schema

import (
	"encoding/json"
	"reflect"
	"strings"
)

// Types makes schemas from Go types as encoding/json writes them. Types that write
// themselves need an entry in Own.
type Types struct {
	Own map[reflect.Type]*Schema
}

var marshaler = reflect.TypeFor[json.Marshaler]()

// Of is the schema of the values of t. Pointers are followed: nil is left out by
// omitempty, or there is none.
func (types Types) Of(t reflect.Type) *Schema {
	if own, ok := types.Own[t]; ok {
		return own
	}
	if t.Implements(marshaler) {
		panic("schema: " + t.String() + " writes itself and has no schema of its own")
	}
	switch t.Kind() {
	case reflect.Pointer:
		return types.Of(t.Elem())
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.String:
		return &Schema{Type: "string"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return &Schema{Type: "integer"}
	case reflect.Float32, reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.Slice:
		return &Schema{Type: "array", Items: types.Of(t.Elem())}
	case reflect.Map:
		return &Schema{Type: "object", Additional: types.Of(t.Elem())}
	case reflect.Interface:
		return &Schema{}
	case reflect.Struct:
		return Object(types.fields(t)...)
	}
	panic("schema: " + t.String() + " cannot be written as JSON")
}

// fields are the properties of a struct, those of embedded structs in their place.
func (types Types) fields(t reflect.Type) Properties {
	var properties Properties
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			properties = append(properties, types.fields(f.Type)...)
		case !f.IsExported() || name == "-":
		case name == "":
			panic("schema: " + t.String() + "." + f.Name + " has no name in JSON")
		default:
			properties = append(properties, Property{name, types.Of(f.Type), options != "omitempty"})
		}
	}
	return properties
}
