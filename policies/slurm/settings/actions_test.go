package settings

import (
	"testing"

	"backfill/engine/workload/workloadtest"
)

// What an action on limits lacks, or has too much of, is told with its row.
func TestActionsOnLimitsThatAreRefused(t *testing.T) {
	for row, want := range map[string]string{
		`"limits": "MaxJobsPU=2"`:                         `/actions/0/qos: limits needs either the number of a QOS or that of an account`,
		`"qos": 5, "account": 1, "limits": "MaxJobsPU=2"`: `/actions/0/qos: limits needs either the number of a QOS or that of an account`,
		`"qos": 5, "user": 1, "limits": "MaxJobsPU=2"`:    `/actions/0/account: limits of a user need the number of an account`,
		`"qos": 5`:                                                 `/actions/0/limits: limits needs some, such as MaxTRESPU=cpu=20 MaxJobsPU=4`,
		`"qos": 5, "limits": "MaxJobs=2"`:                          `/actions/0/limits: "MaxJobs=2": MaxJobs=2 is not known; limits such as GrpTRES=cpu=16 or MaxJobs=2 are accepted`,
		`"account": 1, "limits": "GrpTRES=cpu=many"`:               `/actions/0/limits: "GrpTRES=cpu=many": an amount such as 16, 4000M or 62.50G is accepted, up to 9007199254740992`,
		`"qos": 5, "limits": "MaxTRESPU=cpu=20 Flags=NoDecay"`:     `/actions/0/limits: "MaxTRESPU=cpu=20 Flags=NoDecay": Flags=NoDecay is no limit; limits such as GrpTRES=cpu=16 or MaxJobs=2 are accepted, flags stay`,
		`"account": 1, "limits": "GrpTRES=license/matlab=2"`:       `/actions/0/limits: "GrpTRES=license/matlab=2": GrpTRES of license/matlab is not counted; limits on cpu, mem, node, gres/gpu are accepted`,
		`"account": 1, "user": 2, "limits": "MaxTRES=cpu=8"`:       "",
		`"qos": 5, "limits": "MaxTRESPU=cpu=20,mem=-1 GrpWall=-1"`: "",
	} {
		got := ""
		if _, err := Of(workloadtest.Checked(t, Params, `{"limits": true, "actions": [{"at": 1, "do": "limits", `+row+`}]}`)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s\nwant %s", row, got, want)
		}
	}
}
