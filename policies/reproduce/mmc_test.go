package reproduce

import (
	"math"
	"math/rand/v2"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics/stats"
	"backfill/policies"
	"backfill/policies/internal/reference"
)

// mmc is the M/M/c queue: one-processor jobs with exponential gaps and run times
// under FCFS.
type mmc struct {
	servers int32
	load    float64
}

var mmcCases = []mmc{{1, 0.5}, {1, 0.8}, {4, 0.8}, {16, 0.9}}

// meanWait simulates the queue and compares its mean wait in seconds with the closed
// form W = C(c, a) / (c mu - lambda), a = lambda / mu, C being Erlang's. (For c = 1,
// C = a.)
//
// The waits of a queue depend on each other over thousands of jobs, so the interval
// is made from the means of batches of 50,000 jobs, after a start of one batch.
func (q mmc) meanWait(t *testing.T, batches int, level float64) (measured stats.Interval, want float64) {
	const mean = 100.0 // seconds of run time
	const size = 50_000
	r := rand.New(rand.NewPCG(1, uint64(q.servers)))
	a := q.load * float64(q.servers)
	w := &engine.Workload{}
	at := 0.0
	for range (batches + 1) * size {
		at += r.ExpFloat64() * mean / a
		run := max(engine.Millisecond, engine.FromSeconds(r.ExpFloat64()*mean))
		w.Jobs = append(w.Jobs, engine.Job{Submit: engine.FromSeconds(at), Run: run, Estimate: run, Processors: 1})
	}
	o := reference.Simulate(t, w, q.servers, policies.FCFS{}, engine.Options{})
	var means []float64
	for b := 1; b <= batches; b++ {
		total := engine.Time(0)
		for j := b * size; j < (b+1)*size; j++ {
			total += o.Wait(int32(j))
		}
		means = append(means, total.Seconds()/size)
	}
	return stats.MeanInterval(means, level), erlangC(int(q.servers), a) * mean / (float64(q.servers) - a)
}

// Seeds are fixed; at a level of 0.999 four intervals miss by chance once in 250
// choices of seeds.
func TestMeanWaitOfMMc(t *testing.T) {
	for _, q := range mmcCases {
		interval, want := q.meanWait(t, 20, 0.999)
		if want < *interval.Low || want > *interval.High {
			t.Errorf("M/M/%d at load %v: mean wait %.2f s, interval %.2f to %.2f, want %.2f",
				q.servers, q.load, interval.Mean, *interval.Low, *interval.High, want)
		}
		if half := (*interval.High - *interval.Low) / 2; half > 0.15*want {
			t.Errorf("M/M/%d at load %v: the interval of ±%.2f around %.2f says little", q.servers, q.load, half, want)
		}
	}
}

// erlangC is the probability that an arrival to c servers with offered load a waits.
func erlangC(c int, a float64) float64 {
	term, sum := 1.0, 0.0
	for k := range c {
		sum += term
		term *= a / float64(k+1)
	}
	last := term * float64(c) / (float64(c) - a)
	return last / (sum + last)
}

func TestErlangC(t *testing.T) {
	// One server: the share of time it is busy. Two servers at a = 1: 1/3 (from
	// p0 = 1/3, P(wait) = a²/2 · 2/(2-1) · p0 = 1/3).
	for _, c := range []struct {
		servers int
		a, want float64
	}{{1, 0.7, 0.7}, {2, 1, 1.0 / 3}} {
		if got := erlangC(c.servers, c.a); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("C(%d, %v) = %v, want %v", c.servers, c.a, got, c.want)
		}
	}
}
