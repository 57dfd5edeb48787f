package profile

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine/clock"
)

// plainProfile is what a profile is, with one entry per millisecond; the last holds for ever.
type plainProfile []int32

func (p plainProfile) at(t clock.Time) int32 { return p[min(t, clock.Time(len(p)-1))] }

func (p plainProfile) least(at, length clock.Time) int32 {
	least := p.at(at)
	for t := at; t < at+length && t < clock.Time(len(p)); t++ {
		least = min(least, p[t])
	}
	return least
}

// earliest is the first instant from one on at which size is free for length or until then.
func (p plainProfile) earliest(size int32, length, from, until clock.Time) clock.Time {
	for from < until && p.least(from, min(length, until-from)) < size {
		from++
	}
	return from
}

func (p plainProfile) rise(t clock.Time) clock.Time {
	for t++; t < clock.Time(len(p)); t++ {
		if p[t] > p[t-1] {
			return t
		}
	}
	return clock.Never
}

func (p plainProfile) shortage(size int32, from, to clock.Time) (begin, end clock.Time) {
	for begin = from; p.at(begin) >= size; begin++ {
		if begin+1 >= to {
			return clock.Never, clock.Never
		}
	}
	for end = begin; end < clock.Time(len(p)) && p[end] < size; end++ {
	}
	return begin, end
}

// The profile against an array, with few steps and with those of many blocks.
func TestProfileEqualsArray(t *testing.T) {
	seeds := uint64(200)
	if testing.Short() {
		seeds = 20 // as in Node, where it takes many times as long
	}
	for seed := range seeds {
		end, changes := clock.Time(60), 40
		if seed%5 == 0 {
			end, changes = 2000, 600
		}
		checkProfile(t, rand.New(rand.NewPCG(seed, 8)), end, changes)
	}
}

func checkProfile(t *testing.T, r *rand.Rand, end clock.Time, changes int) {
	const most = 10
	p := New(most)
	plain := slices.Repeat(plainProfile{most}, int(end)+1)
	now := clock.Time(0)
	// A search that has found nothing, and after how many rises.
	var need int32
	var length, before clock.Time
	rises := int64(-1)
	type change struct {
		from, to clock.Time
		delta    int32
	}
	var done []change
	for i := range changes {
		if r.IntN(100) == 0 {
			now = min(now+clock.Time(r.Int64N(int64(end/20))), end-1)
			p.Advance(now)
		}
		from, delta := clock.Time(r.Int64N(int64(end))), int32(r.IntN(7)-3)
		to := from + clock.Time(r.Int64N(int64(end/5)))
		if r.IntN(20) == 0 {
			to = clock.Time(r.Int64N(int64(end)))
		}
		to = min(to, end)
		if n := len(done); n > 0 && r.IntN(10) < 1+7*(2*i/changes) {
			k := r.IntN(n)
			from, to, delta = done[k].from, done[k].to, -done[k].delta
			done[k] = done[n-1]
			done = done[:n-1]
		} else if delta != 0 {
			done = append(done, change{from, to, delta})
		}
		if delta != 0 {
			p.Add(from, to, delta)
		}
		for i := max(from, now); i < to; i++ {
			plain[i] += delta
		}
		checkSteps(t, &p, plain, now)
		if rises >= 0 {
			if got, want := p.Earlier(need, length, before, rises), plain.earliest(need, length, now, before); before >= now && got != want {
				t.Fatalf("earlier(%d, %d, %d, %d) = %d, want %d", need, length, before, rises, got, want)
			}
			rises = -1
		}
		need, length = int32(r.IntN(most)+1), clock.Time(r.Int64N(int64(end))/(1+r.Int64N(50))+1)
		begin := now + clock.Time(r.Int64N(int64(end-now)))
		if got, want := p.Holds(need, length), plain.least(now, length) >= need; got != want {
			t.Fatalf("holds(%d, %d) = %v, want %v", need, length, got, want)
		}
		if got, want := p.Least(begin, length), plain.least(begin, length); got != want {
			t.Fatalf("least(%d, %d) = %d, want %d", begin, length, got, want)
		}
		if got, want := p.Rise(begin), plain.rise(begin); got != want {
			t.Fatalf("rise(%d) = %d, want %d", begin, got, want)
		}
		if got, want := p.Earliest(need, length), plain.earliest(need, length, now, clock.Never); got != want {
			t.Fatalf("earliest(%d, %d) = %d, want %d", need, length, got, want)
		}
		before = begin + clock.Time(r.Int64N(int64(end/10)))
		if got, want := p.EarliestFrom(need, length, begin, before), plain.earliest(need, length, begin, clock.Never); got != want && min(got, want) < before {
			t.Fatalf("earliestFrom(%d, %d, %d, %d) = %d, want %d", need, length, begin, before, got, want)
		}
		gotBegin, gotEnd := p.Shortage(need, begin, before+1)
		if wantBegin, wantEnd := plain.shortage(need, begin, before+1); gotBegin != wantBegin || gotEnd != wantEnd {
			t.Fatalf("shortage(%d, %d, %d) = %d, %d, want %d, %d", need, begin, before+1, gotBegin, gotEnd, wantBegin, wantEnd)
		}
		if plain.earliest(need, length, now, before) == before {
			rises = p.Rises
		}
	}
}

// In a profile that never falls the first step with enough is found by bisection.
func TestRisingProfile(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	for _, jobs := range []int{1, 20, 500} {
		const most = 1000
		p := New(most)
		plain := slices.Repeat(plainProfile{most}, 2*jobs+1)
		for range jobs {
			end, size := clock.Time(1+r.IntN(2*jobs)), min(p.Now(), 1+r.Int32N(4))
			if size == 0 {
				break
			}
			p.Add(0, end, -size)
			for i := range end {
				plain[i] -= size
			}
		}
		for size := range int32(most + 1) {
			at := plain.earliest(size, 1, 0, clock.Never)
			if got, want := p.Risen(size), (Step{at, plain[at]}); got != want {
				t.Fatalf("%d jobs: %d processors are free from %v on, want %v", jobs, size, got, want)
			}
		}
	}
}

// checkSteps checks that the steps of p are those of plain from now on, and no more.
func checkSteps(t *testing.T, p *Profile, plain plainProfile, now clock.Time) {
	t.Helper()
	want := []Step{{now, plain[now]}}
	for i := now + 1; i < clock.Time(len(plain)); i++ {
		if plain[i] != plain[i-1] {
			want = append(want, Step{i, plain[i]})
		}
	}
	for _, step := range want {
		if got := p.At(step.At); got != step.Free {
			t.Fatalf("at %d: %d free, want %d", step.At, got, step.Free)
		}
	}
	got := p.Steps()
	// The step that holds now may be as the one behind it, which began as another.
	if len(got) > 1 && got[0].Free == got[1].Free {
		got = slices.Delete(slices.Clone(got), 1, 2)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("steps %v, want %v", got, want)
	}
}
