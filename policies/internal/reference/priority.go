package reference

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/portable"
)

// Priority is priority backfilling as it is described: every pass sorts the whole
// queue and looks at all jobs in that order, once the reservations are given out in that of the others.
type Priority struct {
	Order        func(s *engine.State, a, b int32) int // below 0: job a goes first, 0: who arrived first
	Others       func(s *engine.State, a, b int32) int // nil: as Order
	Reservations int
	Fixed        bool

	held []int32
}

func (p *Priority) Schedule(s *engine.State) {
	var queue, others []int32
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		queue = append(queue, j)
	}
	slices.SortStableFunc(queue, func(a, b int32) int { return p.Order(s, a, b) })
	order := []int32{}
	if p.Fixed {
		order = append(order, p.held...)
	}
	for _, j := range queue {
		if !slices.Contains(order, j) {
			order = append(order, j)
		}
	}
	s.DropAll()
	p.held = nil
	for len(order) > 0 && (p.Others == nil || len(p.held) < p.Reservations) {
		j := order[0]
		order = order[1:]
		if place, ok := s.StartsNow(j); ok {
			s.Start(j, place)
		} else if len(p.held) < p.Reservations {
			s.Reserve(j)
			p.held = append(p.held, j)
		}
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if slices.Contains(order, j) {
			others = append(others, j)
		}
	}
	slices.SortStableFunc(others, func(a, b int32) int { return p.Others(s, a, b) })
	for _, j := range others {
		if place, ok := s.StartsNow(j); ok {
			s.Start(j, place)
		}
	}
	if !p.Fixed {
		s.DropAll()
	}
}

// Standing is what the published priorities know of a waiting job.
type Standing struct {
	Wait, Request, Submit engine.Time
	Processors            int32
}

// StandingOf is that of job j, which waits.
func StandingOf(s *engine.State, j int32) Standing {
	job := s.Job(j)
	return Standing{s.Now() - s.Workload().Ready(j), job.Estimate, job.Submit, job.Processors}
}

// Order compares two waiting jobs: below 0, the first goes first.
type Order func(a, b Standing) int

// Published is the order of a published priority, with weight w of the wait, per hour, and longest request m, in hours. Without a
// weight whole numbers are compared; with one, sums as they are rounded.
func Published(name string, w, m float64) Order {
	exact := map[string]func(a, b Standing) int{
		"fcfs": func(a, b Standing) int { return cmp.Compare(b.Wait, a.Wait) },
		"sjf":  func(a, b Standing) int { return cmp.Compare(a.Request, b.Request) },
		"lxf":  func(a, b Standing) int { return cmp.Compare(product(b.Wait, a.Request), product(a.Wait, b.Request)) },
		"ljf":  func(a, b Standing) int { return cmp.Compare(b.Request, a.Request) },
		"saf":  func(a, b Standing) int { return cmp.Compare(a.area(), b.area()) },
		"laf":  func(a, b Standing) int { return cmp.Compare(b.area(), a.area()) },
		"srf": func(a, b Standing) int {
			return cmp.Compare(a.Request*engine.Time(b.Processors), b.Request*engine.Time(a.Processors))
		},
		"lrf": func(a, b Standing) int {
			return cmp.Compare(b.Request*engine.Time(a.Processors), a.Request*engine.Time(b.Processors))
		},
	}
	plain := map[string]string{"sjf-w": "sjf", "sqrt-sjf-w": "sjf", "lxf-w": "lxf", "sqrt-lxf-w": "lxf"}
	if w == 0 && plain[name] != "" {
		name = plain[name]
	}
	if order := exact[name]; order != nil {
		return order
	}
	value := func(s Standing) (x float64) {
		wait, request := float64(s.Wait)/3.6e6, float64(s.Request)/3.6e6
		switch name {
		case "sjf-w":
			x = m / request
		case "sqrt-sjf-w":
			x = math.Sqrt(m / request)
		case "lxf-w":
			x = float64(s.Wait+s.Request) / float64(s.Request)
		case "sqrt-lxf-w":
			x = math.Sqrt(float64(s.Wait+s.Request) / float64(s.Request))
		default:
			return s.score(name)
		}
		return x + float64(w*wait)
	}
	return func(a, b Standing) int { return cmp.Compare(value(b), value(a)) }
}

// area is processors times requested time.
func (s Standing) area() engine.Time { return product(s.Request, engine.Time(s.Processors)) }

// score is a published priority of which the larger goes first.
func (s Standing) score(name string) float64 {
	r, n, submit := s.Request.Seconds(), float64(s.Processors), math.Log(max(s.Submit.Seconds(), 1))/math.Ln10
	switch name {
	case "f1":
		return -(math.Log(r)/math.Ln10*n + 870*submit)
	case "f2":
		return -(math.Sqrt(r)*n + 25600*submit)
	case "f3":
		return -(float64(s.area())/1000 + 6.86e6*submit)
	case "f4":
		return -(r*math.Sqrt(n) + 5.3e5*submit)
	case "wfp3":
		x := float64(s.Wait) / float64(s.Request)
		return x * x * x * n
	case "unicef": // sizes such as 3 and 9 make priorities equal but for rounding, so that the logarithm is the policy's
		return float64(s.Wait) / float64(s.Request) / portable.Log2(max(n, 2))
	case "unicep":
		return (s.Wait.Seconds() + 1e-15) / (portable.Log2(n+1e-15) * r)
	}
	panic("reference: no priority is called " + name)
}

// product is for times of which the product is no larger than a Time.
func product(a, b engine.Time) engine.Time {
	if max(a, b) >= 1<<31 {
		panic(fmt.Sprintf("reference: %d ms times %d ms is too much", a, b))
	}
	return a * b
}
