package engine

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// stopping starts jobs in order while they fit, and stops some at random. It keeps a diary of what it sees.
type stopping struct {
	*rapid.T
	actions int // that are left
	begun   []Time
	runs    [][][2]Time // by job: from, to
	state   []JobState
}

func (*stopping) StopsJobs() {}

func (p *stopping) running() (list []int32) {
	for j, begun := range p.begun {
		if begun >= 0 {
			list = append(list, int32(j))
		}
	}
	return list
}

func (p *stopping) stop(j int32, now Time) {
	if now > p.begun[j] {
		p.runs[j] = append(p.runs[j], [2]Time{p.begun[j], now})
	}
	p.begun[j] = -1
}

func (p *stopping) Schedule(s *State) {
	for _, e := range s.Events() {
		if e.Kind == Completion {
			p.stop(e.Job, s.Now())
			p.state[e.Job] = Completed
			ran := p.runs[e.Job][len(p.runs[e.Job])-1]
			if ran[1]-ran[0] < s.Workload().Jobs[e.Job].Run {
				p.state[e.Job] = Killed
			}
		}
	}
	if list := p.running(); p.actions > 0 && len(list) > 0 && rapid.Bool().Draw(p.T, "stops") {
		p.actions--
		j := rapid.SampledFrom(list).Draw(p.T, "who")
		switch rapid.IntRange(0, 4).Draw(p.T, "how") {
		case 0:
			p.stop(j, s.Now())
			s.Cancel(j)
			p.state[j] = Cancelled
		case 1:
			p.stop(j, s.Now())
			s.Kill(j)
			p.state[j] = Killed
		case 2:
			p.stop(j, s.Now())
			s.Requeue(j, true)
		case 3:
			s.SetRequest(j, Time(rapid.Int64Range(1, 20).Draw(p.T, "request")))
		case 4:
			if first := s.First(); first != NoJob {
				s.Cancel(first)
				p.state[first] = Cancelled
			}
		}
	}
	for j := s.First(); j != NoJob; j = s.Next(j) {
		if _, fits := s.Fits(j); fits {
			if got, want := s.Startable(j); got != j {
				p.Fatalf("%d at %d", got, want)
			}
			s.Start(j, 0)
			p.begun[j] = s.Now()
		}
	}
	s.WakeAt(s.Now() + Time(rapid.Int64Range(1, 5).Draw(p.T, "wake")))
	if s.Waiting() == 0 && len(p.running()) == 0 {
		s.wakeUp = Never
	}
	sum := int32(0)
	for _, j := range p.running() {
		sum += s.Job(j).Processors
	}
	if sum+s.Free() != s.Processors() {
		p.Fatalf("%d busy, %d free of %d", sum, s.Free(), s.Processors())
	}
}

// Jobs that are cancelled, killed and requeued leave behind what a diary says that is kept beside.
func TestStops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &Workload{Jobs: make([]Job, 12)}
		at := Time(0)
		for j := range w.Jobs {
			at += Time(rapid.Int64Range(0, 4).Draw(t, "pause"))
			w.Jobs[j] = Job{Submit: at, Run: Time(rapid.Int64Range(1, 12).Draw(t, "run")), Estimate: Time(rapid.Int64Range(1, 12).Draw(t, "estimate")), Processors: rapid.Int32Range(1, 8).Draw(t, "size")}
		}
		n := len(w.Jobs)
		p := &stopping{T: t, actions: 20, begun: slices.Repeat([]Time{-1}, n), runs: make([][][2]Time, n), state: make([]JobState, n)}
		o, err := Simulate(w, NewCluster(8, 1), p, Options{Kill: rapid.SampledFrom([]KillRule{KillAtEstimate, KillNever, KillAfterGrace}).Draw(t, "kill"), Grace: 3})
		if err != nil {
			t.Fatal(err)
		}
		for j, runs := range p.runs {
			held, stopped := Time(0), Time(0)
			for _, run := range runs {
				held += run[1] - run[0]
			}
			var earlier [][2]Time
			for _, r := range o.Stopped {
				if r.Job == int32(j) {
					earlier = append(earlier, [2]Time{r.From, r.To})
					stopped += r.To - r.From
				}
			}
			if o.Start[j] >= 0 {
				earlier = append(earlier, [2]Time{o.Start[j], o.End[j]})
			}
			earlier = slices.DeleteFunc(earlier, func(r [2]Time) bool { return r[0] == r[1] })
			if !slices.Equal(earlier, runs) || o.State[j] != p.state[j] {
				t.Fatalf("job %d: %v %v, want %v %v", j, earlier, o.State[j], runs, p.state[j])
			}
			if o.Held != nil && (o.Held[j] != held || o.Lost[j] != stopped) {
				t.Fatalf("job %d: held %d, lost %d, want %d, %d", j, o.Held[j], o.Lost[j], held, stopped)
			}
		}
		started := 0
		for _, start := range o.Start {
			if start >= 0 {
				started++
			}
		}
		if len(o.StartOrder) != started || len(o.EndOrder) != started {
			t.Fatalf("%d starts, %d ends of %d", len(o.StartOrder), len(o.EndOrder), started)
		}
	})
}
