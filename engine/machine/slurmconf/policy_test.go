package slurmconf

import (
	"encoding/json"
	"strings"
	"testing"
)

// A database of two clusters: rows of the other one do not count. A user whose account has no row gets one below the root. Limits have the
// words of sacctmgr, without those on licences; without limits in AccountingStorageEnforce there are none.
func TestPolicy(t *testing.T) {
	read := func(enforce string) map[string]json.RawMessage {
		c, err := Read(File{Name: "slurm.conf", Text: "ClusterName=here\nPriorityType=priority/multifactor\nPriorityWeightAge=5\nPrioritySiteFactorPlugin=secret\nAccountingStorageEnforce=" + enforce + "\nKillWait=60\n" +
			"NodeName=n CPUs=1\nPartitionName=p Nodes=n QOS=long\n"},
			File{Name: "assoc", Text: "Cluster|Account|User|Share|MaxJobs|GrpTRES\nthere|bio|ann|9||\nhere|chem|ann|3|2|cpu=16,license/matlab=4,mem=2G\n"},
			File{Name: "qos", Text: "Name|Priority|UsageFactor|Flags|MaxTRESPU\nnormal|0|1|DenyOnLimit|cpu=4\nlong|7|0.5||\n"})
		if err != nil {
			t.Fatal(err)
		}
		return c.Policy(&Legend{Accounts: []string{"chem"}, Users: []string{"bob", "ann"}, QOS: []string{"long"}, Partitions: []string{"p"}})
	}
	for enforce, want := range map[string]map[string]string{
		"limits": {"killWait": "60", "settings": `[{"key":"PriorityType","value":"priority/multifactor"},{"key":"PriorityWeightAge","value":"5"}]`, "limits": "true", "safe": "false",
			"associations": `[{"account":1,"shares":1},{"account":1,"user":2,"shares":3,"limits":"GrpTRES=cpu=16,mem=2048 MaxJobs=2"}]`,
			"qos":          `[{"number":2,"usageFactor":1,"limits":"MaxTRESPU=cpu=4 Flags=DenyOnLimit"},{"number":1,"priority":7,"usageFactor":0.5}]`,
			"partitions":   `[{"number":1,"jobFactor":1,"qos":1}]`},
		"associations": {"limits": "", "associations": `[{"account":1,"shares":1},{"account":1,"user":2,"shares":3}]`, "partitions": ""},
	} {
		got := read(enforce)
		for name, text := range want {
			if string(got[name]) != text {
				t.Errorf("%s: %s is %s, want %s", enforce, name, got[name], text)
			}
		}
	}
}

// Limits in words are read as they were, whatever they are, one row by the other.
func FuzzReadLimits(f *testing.F) {
	f.Add("GrpTRES=cpu=16,mem=4G MaxJobs=2\n\nMaxWall=1-00 GrpJobs=0", false)
	f.Add("MaxTRESPU=cpu=12 Flags=DenyOnLimit,NoReserve\nMinTRES=gres/gpu=1", true)
	f.Add("Account=x\nUser=y Share=3|4", false)
	f.Fuzz(func(t *testing.T, text string, ofQOS bool) {
		rows := strings.Split(text, "\n")
		c, err := ReadLimits(rows, ofQOS)
		if err != nil {
			return
		}
		var words []string
		for i := range rows {
			if ofQOS {
				words = append(words, c.QOS[i].LimitWords())
			} else {
				words = append(words, c.Associations[i].LimitWords())
			}
		}
		again, err := ReadLimits(words, ofQOS)
		if err != nil {
			t.Fatalf("%q: %v", words, err)
		}
		for i := range rows {
			if ofQOS && again.QOS[i].LimitWords() != words[i] || !ofQOS && again.Associations[i].LimitWords() != words[i] {
				t.Errorf("row %d is %q, read again %+v", i, words[i], again)
			}
		}
		if ofQOS && len(again.QOS) != len(rows) {
			t.Errorf("%d rows, %d QOS", len(rows), len(again.QOS))
		}
	})
}
