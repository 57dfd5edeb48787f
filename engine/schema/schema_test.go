package schema

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"backfill/engine/param"
)

type inner struct {
	Count int      `json:"count"`
	Share *float64 `json:"share,omitempty"`
}

type outer struct {
	Name   string         `json:"name"`
	Point  map[string]any `json:"point"`
	Flags  []bool         `json:"flags,omitempty"`
	Hidden int            `json:"-"`
	Own    shout          `json:"own"`
	inner
}

type shout string

func (s shout) MarshalJSON() ([]byte, error) { return json.Marshal(string(s) + "!") }

func text(t *testing.T, s *Schema) string {
	t.Helper()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestSchemaOfATypeIsAsItIsWritten(t *testing.T) {
	types := Types{Own: map[reflect.Type]*Schema{reflect.TypeFor[shout](): {Const: "hey!"}}}
	got := text(t, types.Of(reflect.TypeFor[outer]()))
	const want = `{"type":"object","properties":{"name":{"type":"string"},"point":{"type":"object","additionalProperties":{}},` +
		`"flags":{"type":"array","items":{"type":"boolean"}},"own":{"const":"hey!"},"count":{"type":"integer"},"share":{"type":"number"}},` +
		`"required":["name","point","own","count"],"additionalProperties":false}`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestTypesThatHaveNoSchema(t *testing.T) {
	for want, typ := range map[string]reflect.Type{
		"writes itself":     reflect.TypeFor[shout](),
		"has no name":       reflect.TypeFor[struct{ Name string }](),
		"cannot be written": reflect.TypeFor[chan int](),
	} {
		func() {
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, want) {
					t.Errorf("%v: %q, want %q", typ, said, want)
				}
			}()
			Types{}.Of(typ)
		}()
	}
}

func TestSchemaOfParameters(t *testing.T) {
	d := param.Description{Kind: "easy", Name: "EASY", Doc: "Backfills.", Params: []param.Param{
		{Name: "depth", Kind: param.Integer, Unit: "jobs", Min: 0, Max: 9, Default: int64(0), Doc: "How deep.", Source: "Folklore"},
		{Name: "file", Kind: param.File, Required: true, Doc: "A file."},
	}}
	got := text(t, Kind(d, Property{Name: "label", Value: &Schema{Type: "string"}}))
	const want = `{"title":"EASY","description":"Backfills.","type":"object","properties":{"kind":{"const":"easy"},` +
		`"depth":{"description":"How deep. Unit: jobs. Source: Folklore.","type":"integer","default":0,"minimum":0,"maximum":9},` +
		`"file":{"description":"A file.","type":"string","minLength":1,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$"},"label":{"type":"string"}},` +
		`"required":["kind","file"],"additionalProperties":false}`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
