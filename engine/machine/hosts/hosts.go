// Package hosts is a machine of computers with processors and memory of their own. It knows what
// fits on which host, now and beside reservations; it does not know which job goes first.
package hosts

import (
	"cmp"
	"fmt"
	"slices"

	"backfill/engine"
)

// What the engine asks of hosts beside engine.Machine.
var (
	_ engine.Divided   = (*Machine)(nil)
	_ engine.Improving = (*forecast)(nil)
)

// Host is one computer of the machine.
type Host struct {
	Processors int32
	Memory     int32 // MB
}

// Choice says on which of the hosts with room a job is placed.
type Choice uint8

const (
	// FirstFit is the first host in ascending order of capacity: processors, then
	// memory, then place in the list.
	FirstFit Choice = iota
	// BestFit is the host with the fewest processors free now, ties as in FirstFit.
	BestFit
)

// Machine is made of computers with processors and memory of their own. A job
// lives inside one of them and takes processors and memory there; its Placement is
// the host's place in ascending order of capacity.
type Machine struct {
	hosts  []Host // in ascending order of capacity
	choice Choice

	workload *engine.Workload
	jobs     []engine.Job
	free     []Host // of each host
	placed   []engine.Placement
	idle     int32 // processors free on all hosts
}

// New makes a machine of at least one host, each with at least one processor and
// MaxProcessors in all.
func New(hosts []Host, choice Choice) *Machine {
	sorted := slices.Clone(hosts)
	slices.SortStableFunc(sorted, func(a, b Host) int {
		return cmp.Or(cmp.Compare(a.Processors, b.Processors), cmp.Compare(a.Memory, b.Memory))
	})
	return &Machine{hosts: sorted, choice: choice}
}

func (h *Machine) Begin(w *engine.Workload) {
	h.workload, h.jobs = w, w.Jobs
	h.free = append(h.free[:0], h.hosts...)
	h.placed = make([]engine.Placement, len(w.Jobs))
	h.idle = h.Processors()
}

func (h *Machine) Processors() int32 {
	sum := int32(0)
	for _, host := range h.hosts {
		sum += host.Processors
	}
	return sum
}

func (h *Machine) Unit() int32 { return 1 }

func (h *Machine) Free() int32 { return h.idle }

// Offers: with either choice, reservations are on the first host with the earliest room, and no
// start beside them changes which one that is.
func (h *Machine) Offers() engine.Capability {
	return engine.Estimates | engine.Elasticity | engine.Monotone | engine.FirmPlaces | engine.OneSpeed
}

func (h *Machine) CanEver(j int32) bool {
	need := h.needs(j)
	return slices.ContainsFunc(h.hosts, need.within)
}

func (h *Machine) Lanes() []engine.Lane {
	lanes := make([]engine.Lane, len(h.hosts))
	for i, host := range h.hosts {
		lanes[i] = engine.Lane{Kind: "host", Name: fmt.Sprintf("host %d", i+1), Processors: host.Processors, Memory: host.Memory}
	}
	return lanes
}

func (h *Machine) Room(j int32) engine.Room {
	need, room := h.needs(j), engine.Room{Lane: engine.NoLane, Memory: -1}
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
func (h *Machine) needs(j int32) Host {
	return Host{Processors: h.jobs[j].Processors, Memory: h.workload.MemoryNeed(j)}
}

// within says whether host has room for the need.
func (need Host) within(host Host) bool {
	return need.Processors <= host.Processors && (need.Memory <= 0 || need.Memory <= host.Memory)
}

func (h *Machine) Fits(j int32) (engine.Placement, bool) {
	need := h.needs(j)
	best := engine.Placement(-1)
	for i, free := range h.free {
		if !need.within(free) {
			continue
		}
		if h.choice == FirstFit {
			return engine.Placement(i), true
		}
		if best < 0 || free.Processors < h.free[best].Processors {
			best = engine.Placement(i)
		}
	}
	return best, best >= 0
}

func (h *Machine) Place(j int32, p engine.Placement) {
	need := h.needs(j)
	if !need.within(h.free[p]) {
		panic("hosts: a job was started on a host without room")
	}
	h.free[p].Processors -= need.Processors
	h.free[p].Memory -= need.Memory
	h.idle -= need.Processors
	h.placed[j] = p
}

func (h *Machine) Release(j int32) {
	need := h.needs(j)
	host := &h.free[h.placed[j]]
	host.Processors += need.Processors
	host.Memory += need.Memory
	h.idle += need.Processors
}
