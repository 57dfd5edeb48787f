package draft

import (
	"testing"

	"backfill/engine/param"
)

func TestRowWords(t *testing.T) {
	partitions := &param.Param{Name: "partitions", Kind: param.Table, Columns: []param.Param{{Name: "name"}, {Name: "maxTime", Unit: "s"}, {Name: "tier"}}}
	shares := &param.Param{Name: "associations", Kind: param.Table, Columns: []param.Param{{Name: "account"}, {Name: "user"}, {Name: "shares"}}}
	for _, c := range []struct {
		of            *param.Param
		was, is, want string
	}{
		{partitions, "name maxTime\nlong 600\nshort 60\n", "name maxTime\nlong 600\nshort 300\n", "partition short: maxTime 300 s"},
		{partitions, "name maxTime\nlong 600\nshort 60\n", "name maxTime tier\nlong 600 -\nshort - 2\n", "partition short: no maxTime, tier 2"},
		{partitions, "name maxTime\nlong 600\n", "name maxTime\nlong 600\nshort 300\n", ""}, // a row came
		{partitions, "name maxTime\nlong 600\n", "name maxTime\nshort 600\n", ""},           // another row
		{partitions, "name maxTime\n\"a b\" 600\n", "name maxTime\n\"a b\" 300\n", ""},      // cells with blanks
		{shares, "account user shares\n1 - 30\n1 2 5\n", "account user shares\n1 - 60\n1 2 5\n", "associations of account 1: shares 60"},
		{shares, "account user shares\n1 - 30\n1 2 5\n", "account user shares\n1 - 30\n1 2 7\n", "associations of account 1 user 2: shares 7"},
	} {
		if got := rowWords(c.of, c.was, c.is); got != c.want {
			t.Errorf("from %q to %q: %q, want %q", c.was, c.is, got, c.want)
		}
	}
}
