package policies

import (
	"encoding/json"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/policies/script"
	"backfill/policies/scripting"
)

// The tests of this package run the catalog with scripts, those of the examples among them.
func init() {
	compilers := Compilers{Script: script.Compile}
	Catalog = catalogOf(compilers)
	for _, e := range scripting.Examples[1:] {
		way, err := json.Marshal(map[string]string{"source": e.Source})
		if err != nil {
			panic(err)
		}
		everyWay["script"] = append(everyWay["script"], string(way))
	}
}

// scriptDemands is what the script among the values of a policy needs, 0 if there is none.
func scriptDemands(v param.Values) engine.Capability {
	source, is := v["source"].(string)
	if !is {
		return 0
	}
	p, err := script.Compile(source)
	if err != nil {
		panic(err)
	}
	return p.Demands()
}
