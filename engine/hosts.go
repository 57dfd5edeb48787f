package engine

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Host is one computer of a Hosts.
type Host struct {
	Processors int32
	Memory     int32 // MB
}

// HostChoice says on which of the hosts with room a job is placed.
type HostChoice uint8

const (
	// FirstFit is the first host in ascending order of capacity: processors, then
	// memory, then place in the list.
	FirstFit HostChoice = iota
	// BestFit is the host with the fewest processors free now, ties as in FirstFit.
	BestFit
)

// Hosts is a machine of computers with processors and memory of their own. A job
// lives inside one of them and takes processors and memory there; its Placement is
// the host's place in ascending order of capacity.
type Hosts struct {
	hosts  []Host // in ascending order of capacity
	choice HostChoice

	jobs   []Job
	memory []int64 // KB per processor, nil: no job needs any
	free   []Host  // of each host
	placed []Placement
	idle   int32 // processors free on all hosts
}

// NewHosts makes a machine of at least one host, each with at least one processor and
// MaxProcessors in all.
func NewHosts(hosts []Host, choice HostChoice) *Hosts {
	sorted := slices.Clone(hosts)
	slices.SortStableFunc(sorted, func(a, b Host) int {
		return cmp.Or(cmp.Compare(a.Processors, b.Processors), cmp.Compare(a.Memory, b.Memory))
	})
	return &Hosts{hosts: sorted, choice: choice}
}

func (h *Hosts) Begin(w *Workload) {
	h.jobs, h.memory = w.Jobs, w.Memory
	h.free = append(h.free[:0], h.hosts...)
	h.placed = make([]Placement, len(w.Jobs))
	h.idle = h.Processors()
}

func (h *Hosts) Processors() int32 {
	sum := int32(0)
	for _, host := range h.hosts {
		sum += host.Processors
	}
	return sum
}

func (h *Hosts) Unit() int32 { return 1 }

func (h *Hosts) Free() int32 { return h.idle }

// Offers: whichever the choice, reservations are on the first host with the earliest room, which
// no start beside them changes.
func (h *Hosts) Offers() Capability { return Estimates | Elasticity | Monotone | FirmPlaces }

func (h *Hosts) CanEver(j int32) bool {
	need := h.needs(j)
	return slices.ContainsFunc(h.hosts, need.within)
}

func (h *Hosts) Lanes() []Lane {
	lanes := make([]Lane, len(h.hosts))
	for i, host := range h.hosts {
		lanes[i] = Lane{Kind: "host", Name: fmt.Sprintf("host %d", i+1), Processors: host.Processors, Memory: host.Memory}
	}
	return lanes
}

func (h *Hosts) Room(j int32) Room {
	need, room := h.needs(j), Room{Lane: NoLane, Memory: -1}
	if place, ok := h.Fits(j); ok {
		room.Lane = int32(place)
	}
	for _, free := range h.free {
		room.Processors = max(room.Processors, free.Processors)
		if need.Processors <= free.Processors {
			room.Memory = max(room.Memory, free.Memory)
		}
	}
	return room
}

// needs is what job j takes from its host. Memory is rounded up to whole MB.
func (h *Hosts) needs(j int32) Host {
	need := Host{Processors: h.jobs[j].Processors}
	if h.memory != nil {
		need.Memory = megabytes(h.memory[j], need.Processors)
	}
	return need
}

// megabytes is what a job of so many processors takes that asks for perProcessor KB
// of memory on each, rounded up; 0 if that is unknown.
func megabytes(perProcessor int64, processors int32) int32 {
	const most = math.MaxInt32
	perProcessor = min(max(perProcessor, 0), most*1024)
	return int32(min((perProcessor*int64(processors)+1023)/1024, most))
}

// within says whether host has room for what is needed.
func (need Host) within(host Host) bool {
	return need.Processors <= host.Processors && need.Memory <= host.Memory
}

func (h *Hosts) Fits(j int32) (Placement, bool) {
	need := h.needs(j)
	best := Placement(-1)
	for i, free := range h.free {
		if !need.within(free) {
			continue
		}
		if h.choice == FirstFit {
			return Placement(i), true
		}
		if best < 0 || free.Processors < h.free[best].Processors {
			best = Placement(i)
		}
	}
	return best, best >= 0
}

func (h *Hosts) Place(j int32, p Placement) {
	need := h.needs(j)
	if !need.within(h.free[p]) {
		panic("engine: a job was started on a host without room")
	}
	h.free[p].Processors -= need.Processors
	h.free[p].Memory -= need.Memory
	h.idle -= need.Processors
	h.placed[j] = p
}

func (h *Hosts) Release(j int32) {
	need := h.needs(j)
	host := &h.free[h.placed[j]]
	host.Processors += need.Processors
	host.Memory += need.Memory
	h.idle += need.Processors
}
