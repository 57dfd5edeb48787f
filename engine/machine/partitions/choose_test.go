package partitions

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"backfill/engine"
)

// randomMachine is a small machine of two partitions, and a job for it that often finds nodes.
func randomMachine(r *rand.Rand, choice Choice) *Machine {
	some := func(most int32) int32 { return max(0, r.Int32N(2*most+1)-most) } // as often as not nothing
	config := Config{Choice: choice, GPUTypes: []string{"a", "b"}, Partitions: make([]Partition, 2)}
	for i := range 1 + r.Int32N(10) {
		n := Node{Processors: 1 + r.Int32N(8), Memory: some(60), Weight: r.Int32N(2)}
		n.GPUs = [MaxGPUTypes]int32{some(4), some(4)}
		config.Nodes = append(config.Nodes, n)
		for p := range config.Partitions {
			if i == 0 || r.Int32N(3) > 0 {
				config.Partitions[p].Nodes = append(config.Partitions[p].Nodes, i)
			}
		}
	}
	for p := range config.Partitions {
		config.Partitions[p].Whole = r.Int32N(4) == 0
		config.Partitions[p].MaxNodes = some(6)
	}
	d := engine.Demand{Nodes: some(4), MostNodes: some(5), TaskProcessors: some(3), NodeMemory: some(20), Whole: r.Int32N(6) == 0,
		NodeGPUs: some(2), AllGPUs: some(6)}
	d.GPUType = []string{"", "", "a", "b"}[r.IntN(4)]
	m := New(config)
	m.Begin(&engine.Workload{Jobs: []engine.Job{{Processors: 1 + r.Int32N(20)}}, Memory: []int64{int64(some(4000))},
		Demand: []int32{0}, Demands: []engine.Demand{d}})
	return m
}

// What is chosen is there, is what the job asks for, and lies on as many nodes as it may: for each choice, whatever is free.
func TestChosen(t *testing.T) {
	for _, choice := range []Choice{FirstFit, BestFit, Slurm} {
		r := rand.New(rand.NewPCG(1, uint64(choice)))
		found := 0
		for range 5000 {
			m := randomMachine(r, choice)
			free := make([]resources, len(m.groups))
			for g := range m.groups {
				free[g] = m.groups[g].all()
				for i := range free[g] {
					if r.Int32N(2) == 0 {
						free[g][i] = r.Int32N(free[g][i] + 1)
					}
				}
			}
			c := &m.classes[0]
			for i := range c.places {
				if !m.chooser.choose(m, c, &c.places[i], free, m.everywhere) {
					continue
				}
				found++
				if mistake := mistakeIn(m, c, &c.places[i], free); mistake != "" {
					t.Fatalf("choice %d: %s: %+v gets %+v of %v on nodes %+v, %+v", choice, mistake, *c, m.chooser.shares, free, m.Nodes, m.Partitions)
				}
			}
		}
		if found < 1500 {
			t.Errorf("choice %d: nodes were found %d times", choice, found)
		}
	}
}

// mistakeIn says what is wrong with what is in the shares of the chooser; "" if nothing is.
func mistakeIn(m *Machine, c *class, p *place, free []resources) string {
	var nodes, got, gpus, open int32
	exact, last := true, int32(len(m.chooser.shares)-1) // exact: nothing is given with whole nodes
	seen := map[int32]bool{}
	for i, s := range m.chooser.shares {
		g := &m.groups[s.group]
		on, count := s.amounts, int32(1)
		switch {
		case seen[s.group]:
			return "a group is taken twice"
		case p.list.at[s.group] < 0:
			return "a node is not in the partition"
		case !s.amounts.within(&free[s.group]):
			return "more than is free"
		case g.whole:
			on, count, exact = g.each, s.amounts[0], false
		case p.whole:
			if exact = false; s.amounts != g.each {
				return "not the whole node"
			}
		default:
			if on[processors]%c.perTask != 0 && int32(i) < last && m.Choice != Slurm {
				return "a part of a task"
			}
			need := (c.memory*int64(on[processors]) + 1023) / 1024
			if c.demand.NodeMemory > 0 {
				need = int64(c.demand.NodeMemory)
			}
			if g.memory && int64(on[memory]) != need || !g.memory && on[memory] != 0 {
				return "the wrong memory"
			}
		}
		have := c.gpusOf(&on)
		if have < c.demand.NodeGPUs || exact && c.demand.NodeGPUs > 0 && have != c.demand.NodeGPUs {
			return "the wrong number of GPUs on a node"
		}
		others := on
		for k := range others[firstGPU:] {
			if c.gpu == 0 || c.gpu == int32(firstGPU+k) {
				others[firstGPU+k] = 0
			}
		}
		if others[processors], others[memory] = 0, 0; exact && others != (resources{}) {
			return "GPUs of another type"
		}
		seen[s.group] = true
		nodes, got, gpus, open = nodes+count, got+count*on[processors], gpus+count*have, open+free[s.group][processors]
	}
	if m.Choice == Slurm && c.perTask > 1 && exact && open >= c.processors && got < c.processors {
		got = c.processors // the last tasks may find no room of their own
	}
	switch {
	case nodes < p.least || nodes > p.most:
		return fmt.Sprint("on ", nodes, " nodes, not ", p.least, " to ", p.most)
	case got < c.processors || exact && got != c.processors:
		return fmt.Sprint(got, " processors")
	case gpus < c.demand.AllGPUs || exact && c.demand.NodeGPUs == 0 && gpus != c.demand.AllGPUs:
		return fmt.Sprint(gpus, " GPUs")
	}
	return ""
}
