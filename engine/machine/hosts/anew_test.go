package hosts

import (
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/machine/machinetest"
)

// Reservations are made anew after others have lost theirs or a job has ended. Each host has 4 processors, and so many each job takes; job 0 runs on host 0
// until 20, jobs 1 and 2 run on hosts 1 and 2 until 10.
//
//   - Job 3 has host 1 from 10 on. When job 0 ends at 5, it has host 0 from 5 on.
//   - Jobs 3, 4 and 5, which take 30, have host 1 from 10 on, host 2 from 10 on, and host 0 from 20 on. When job 3 has none any more, jobs 4 and 5
//     have hosts 1 and 2 from 10 on.
//   - Job 0 is to end at 10 as well, so that job 3 has host 0 from 10 on. When it is to end at 15, and job 2 at 12 and then at 10 again, job 3 has host 1
//     from 10 on, the first of two.
func TestReservationsMadeAnew(t *testing.T) {
	var jobs []engine.Job
	for _, estimate := range []engine.Time{20, 10, 10, 30, 30, 30} {
		jobs = append(jobs, engine.Job{Estimate: estimate, Processors: 4})
	}
	begin := func(reserved ...int32) (*Machine, *fewReservations) {
		m := New([]Host{{Processors: 4}, {Processors: 4}, {Processors: 4}}, FirstFit)
		m.Begin(&engine.Workload{Jobs: jobs})
		f := newFewReservations(m)
		for j := range int32(3) {
			f.Started(j, engine.Placement(j), jobs[j].Estimate)
			m.Place(j, engine.Placement(j))
		}
		for _, j := range reserved {
			f.Reserve(j)
		}
		return m, f
	}

	m, f := begin(3)
	f.DropAll()
	f.Advance(5)
	m.Release(0)
	f.Ended(0, 20)
	if got, want := f.Reserve(3), (engine.Slot{At: 5, Length: 30, Place: 0}); got != want {
		t.Errorf("after a job has ended: %+v, want %+v", got, want)
	}

	_, f = begin(3, 4, 5)
	f.DropAll()
	for j := int32(4); j <= 5; j++ {
		place := engine.Placement(j - 3)
		if got, want := f.Reserve(j), (engine.Slot{At: 10, Length: 30, Place: place}); got != want {
			t.Errorf("job %d without job 3: %+v, want %+v", j, got, want)
		}
	}

	_, f = begin()
	f.Moved(0, 20, 10)
	f.Reserve(3)
	f.DropAll()
	f.Moved(0, 10, 15)
	f.Moved(2, 10, 12)
	f.Moved(2, 12, 10)
	if got, want := f.Reserve(3), (engine.Slot{At: 10, Length: 30, Place: 1}); got != want {
		t.Errorf("after ends have moved: %+v, want %+v", got, want)
	}
}

// Reservations that are made anew against those that are looked for on all hosts, whatever happens meanwhile.
func TestReservationsMadeAnewEqualNewOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var hosts []Host
		for range rapid.IntRange(2, 5).Draw(t, "hosts") {
			hosts = append(hosts, Host{Processors: rapid.SampledFrom([]int32{4, 8, 8}).Draw(t, "processors")})
		}
		hosts[0].Processors = 8 // each job can run
		m := New(hosts, Choice(rapid.IntRange(0, 1).Draw(t, "choice")))
		w := machinetest.FewJobs(t)
		m.Begin(w)
		f := newFewReservations(m)
		now := engine.Time(0)
		ends := map[int32]engine.Time{} // expected, of running jobs
		var held []int32
		for range 60 {
			j := rapid.Int32Range(0, int32(len(w.Jobs))-1).Draw(t, "job")
			end, runs := ends[j]
			_, holds := f.Reservation(j)
			switch what := rapid.IntRange(0, 3).Draw(t, "what"); {
			case runs && what == 0:
				ends[j] = now + engine.Time(rapid.Int64Range(1, 12).Draw(t, "to"))
				f.Moved(j, end, ends[j])
			case runs:
				m.Release(j)
				f.Ended(j, end)
				delete(ends, j)
			case holds && what == 0:
				f.Drop(j)
			default:
				if p, ok := f.StartsNow(j); ok {
					ends[j] = now + w.Jobs[j].Estimate
					f.Started(j, p, ends[j])
					m.Place(j, p)
				} else if !holds && len(f.held) < fewSlots {
					held = append(held, j)
					f.Reserve(j)
				}
			}
			if rapid.IntRange(0, 2).Draw(t, "pause") == 0 {
				now++
				f.Advance(now)
				for k, end := range ends {
					if end <= now {
						m.Release(k)
						f.Ended(k, end)
						delete(ends, k)
					}
				}
			}
			before := held
			held = nil
			for _, k := range before {
				if _, holds := f.Reservation(k); holds && rapid.IntRange(0, 7).Draw(t, "loses") > 0 {
					held = append(held, k)
				}
			}
			f.DropAll()
			for _, k := range held {
				want := f.Earliest(k)
				if got := f.Reserve(k); got != want {
					t.Fatalf("slot %+v, want %+v", got, want)
				}
			}
		}
	})
}
