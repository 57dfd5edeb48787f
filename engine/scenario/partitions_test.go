package scenario

import (
	"encoding/json"
	"strings"
	"testing"

	"backfill/engine/param"
)

// What is wrong with a machine of partitions is told with where it stands.
func TestMistakesOfPartitions(t *testing.T) {
	const nodes, partitions = `[{"name":"n[1-4]","processors":8}]`, `[{"name":"a"}]`
	for _, c := range []struct{ nodes, partitions, want string }{
		{nodes, partitions, ""},
		{`[{"name":"n[1-999999999]","processors":8}]`, partitions, `/nodes/0/name: n[1-999999999]: more than 10000 hosts`},
		{`[{"name":"n[1-4","processors":8}]`, partitions, "/nodes/0/name: n[1-4: a bracket that is not closed"},
		{`[{"name":"n1","processors":8},{"name":"n[1-2]","processors":8}]`, partitions, "/nodes/1/name: n[1-2]: there is another node n1"},
		{`[{"name":"n1","processors":8,"gpus":"a100:x"}]`, partitions, "/nodes/0/gpus: a100:x: numbers from 0 to 1024 are accepted"},
		{`[{"name":"n1","processors":8,"gpus":"a:1,b:1,c:1,d:1,e:1,f:1,g:1"}]`, partitions, "up to 6 types of GPUs are accepted"},
		{`[{"name":"n[1-9999]","processors":16777216}]`, partitions, "too many; up to 10000 nodes with"},
		{nodes, `[{"name":"a","nodes":"n[1-5]"}]`, `/partitions/0/nodes: "n[1-5]": no row describes the node n5`},
		{nodes, `[{"name":"a","nodes":"n[1-3]"}]`, `/nodes/0/name: "n[1-4]": no partition has the node n4`},
		{nodes, `[{"name":"a"},{"name":"a","number":3}]`, `/partitions/1/name: "a": its name or its number, 3, is also that of row 1`},
		{nodes, `[{"name":"a"},{"name":"b","number":1}]`, `/partitions/1/name: "b": its name or its number, 1, is also that of row 1`},
		{nodes, `[{"name":"a","accounts":"1-20000"}]`, `/partitions/0/accounts: "1-20000": up to 10000 numbers are accepted`},
	} {
		v, err := param.Check("", partitionsKind.Params, map[string]json.RawMessage{"nodes": json.RawMessage(c.nodes), "partitions": json.RawMessage(c.partitions)})
		if err == nil {
			_, err = partitionsKind.New(v)
		}
		got := ""
		if err != nil {
			got = err.Error()
		}
		if c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s %s: %q, want %q", c.nodes, c.partitions, got, c.want)
		}
	}
}
