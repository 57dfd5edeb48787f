package metrics

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/metrics/metricstest"
)

// The jobs of sample wait 0, 15, 0, 20 and 5 s, the fifth of them is refused; they use 60, 20, 5, 20 and 10 processor
// seconds. User 7 has the first, second and last one, user 2 the third and the one that is refused, and of the one that
// is killed nobody knows whose it is.
func TestOwnersByHand(t *testing.T) {
	rows := sampleRows()
	for j, user := range []int32{7, 7, 2, -1, 2, 7} {
		rows[j].User = user
	}
	o := metricstest.Outcome(4, 1, rows, engine.Second)
	o.Workload.Queue = []int32{-1, -1, -1, -1, -1, -1}
	want := Owners{
		Number: []int32{-1, 2, 7}, Jobs: []int32{1, 1, 3}, Unended: []int32{0, 1, 0},
		Work: []float64{20, 5, 90}, Wait: []float64{20, 0, 20}, P95Wait: []float64{20, 0, 15}, Killed: []int32{1, 0, 0}, Cancelled: []int32{0, 0, 0},
	}
	if diff := cmp.Diff(want, OwnersOf(o, ByUser)); diff != "" {
		t.Error(diff)
	}
	for _, by := range []Owner{ByGroup, ByQueue} { // the workload names no groups, and of queues it knows none
		if diff := cmp.Diff(Owners{}, OwnersOf(o, by)); diff != "" {
			t.Errorf("%v: %s", by, diff)
		}
	}
}

// What is said of an owner's jobs is what the metrics of a group say, and all owners together have every job.
func TestOwnersAreGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := randomOutcome(t, false)
		owners := OwnersOf(o, ByUser)
		if len(owners.Number) == 0 && slices.ContainsFunc(o.Workload.User, func(user int32) bool { return user >= 0 }) {
			t.Fatal("users are missing")
		}
		jobs := 0
		for i, number := range owners.Number {
			if i > 0 && owners.Number[i-1] >= number {
				t.Fatalf("users in the order %v", owners.Number)
			}
			var rows []int32
			for _, j := range o.EndedJobs() {
				if o.Workload.User[j] == number {
					rows = append(rows, j)
				}
			}
			s := OfJobs(o, rows)
			work := 0.0
			for _, j := range rows {
				work += float64(o.Size(j)) * o.Ran(j).Seconds()
			}
			got := []float64{float64(owners.Jobs[i]), float64(owners.Killed[i]), owners.Work[i], owners.Wait[i]}
			mean := s.Value("meanWait")
			if len(rows) == 0 {
				mean = 0
			} else if p95 := s.Value("p95Wait"); owners.P95Wait[i] != p95 {
				t.Fatalf("user %d: 95th percentile %v instead of %v", number, owners.P95Wait[i], p95)
			}
			for k, want := range []float64{s.Value("jobs"), s.Value("killed"), work, mean * float64(len(rows))} {
				if math.Abs(got[k]-want) > 1e-9*max(1, want) {
					t.Fatalf("user %d: number %d is %v instead of %v", number, k, got[k], want)
				}
			}
			jobs += int(owners.Jobs[i] + owners.Unended[i])
		}
		if len(owners.Number) > 0 && jobs != len(o.Workload.Jobs) {
			t.Fatalf("%d jobs of %d", jobs, len(o.Workload.Jobs))
		}
	})
}
