package schedules

import (
	"fmt"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// What ShowNodes accepts beside inPartition with the name of one. On a machine without such a partition, the nodes stand in their order.
const (
	inOrder     = "order"      // all, as in the machine's table
	byPartition = "partitions" // all, under headings with their partitions
	inPartition = "partition:" // only those of a partition
)

// ShowNodes chooses which nodes of a machine with partitions the timeline shows, and in which order: "order", "partitions", or "partition:"
// with a name.
func (s *Schedules) ShowNodes(choice string) {
	s.nodes = choice
	s.stage()
}

// NodeChoice checks a choice of nodes that stands in an address.
func NodeChoice(text string) error {
	if text == inOrder || text == byPartition || strings.HasPrefix(text, inPartition) && len(text) > len(inPartition) {
		return nil
	}
	return fmt.Errorf("%s, %s, or %s with a partition's name are accepted", inOrder, byPartition, inPartition)
}

// nodeOption is a choice of nodes in the list.
type nodeOption struct{ value, text string }

// nodeOptions are the choices of nodes; nil where there are no partitions.
func (s *Schedules) nodeOptions() []nodeOption {
	at := slices.IndexFunc(s.Drawn, func(r *result.Run) bool { return r.Outcome.Partitions != nil })
	if at < 0 {
		return nil
	}
	options := []nodeOption{{inOrder, "all"}, {byPartition, "by partition"}}
	for _, p := range s.Drawn[at].Outcome.Partitions {
		options = append(options, nodeOption{inPartition + p.Name, "only " + phrase.Cut(p.Name, 40)})
	}
	return options
}

// chosenNodes is which of the options holds.
func (s *Schedules) chosenNodes() string {
	for _, o := range s.nodeOptions() {
		if o.value == s.nodes {
			return s.nodes
		}
	}
	return inOrder
}

// partitionOf is the partition of which alone nodes are shown of an outcome, -1 if there is none.
func (s *Schedules) partitionOf(o *engine.Outcome) int {
	name, one := strings.CutPrefix(s.nodes, inPartition)
	if !one {
		return -1
	}
	return slices.IndexFunc(o.Partitions, func(p engine.Partition) bool { return p.Name == name })
}

// sections are the sections in which the nodes of an outcome stand, nil if they stand in their order.
func (s *Schedules) sections(o *engine.Outcome) []timeline.Section {
	switch p := s.partitionOf(o); {
	case p >= 0:
		return timeline.PartitionSection(o, p)
	case s.nodes == byPartition && o.Partitions != nil:
		return timeline.PartitionSections(o)
	}
	return nil
}

// arranged is a layout in which nodes stand in sections.
type arranged struct {
	layout *timeline.Layout
	nodes  string // which ones are shown
	height float64
}

// arrange gives a group of the scene the layout in which its nodes stand in sections, if that is wanted, in steps.
func (s *Schedules) arrange(group *timeline.Group, r *result.Run, runs []*result.Run) (step func() bool) {
	sections, height := s.sections(r.Outcome), s.lanesHeight(runs)
	if known := s.layouts[r]; known.layout != nil && known.nodes == s.nodes && known.height == height {
		group.Layout = known.layout
		sections = nil
	}
	if sections == nil {
		return func() bool { return false }
	}
	var arranging *timeline.Arranging
	return func() bool {
		if arranging == nil {
			arranging = timeline.Arrange(r.Layout.Placement, sections, height, timeline.MaxRows)
		}
		if arranging.Step() {
			return true
		}
		group.Layout = arranging.Layout
		return false
	}
}

// lanesHeight is the height of a Gantt chart under so many policies, in CSS pixels, without headings: bands have room for their names, as far as
// that is not too much.
func (s *Schedules) lanesHeight(runs []*result.Run) float64 {
	height := 84.0
	switch len(runs) {
	case 0, 1:
		height = 320
	case 2:
		height = 170
	case 3:
		height = 104
	}
	for _, r := range runs {
		lanes := r.Outcome.Lanes
		if p := s.partitionOf(r.Outcome); p >= 0 {
			lanes = nil
			for _, lane := range r.Outcome.Partitions[p].Lanes {
				lanes = append(lanes, r.Outcome.Lanes[lane])
			}
		}
		height = max(height, bandsHeight(lanes))
	}
	return height
}

// headingsHeight is that of the headings of a chart, in CSS pixels.
func (s *Schedules) headingsHeight() float64 {
	most := 0
	for _, r := range s.Drawn {
		most = max(most, len(s.sections(r.Outcome)))
	}
	return float64(most) * timeline.HeadingHeight
}

// partitionTrack shows the processors in use on the nodes of a partition; other jobs than those of the partition may run there, too.
func partitionTrack(r *result.Run, partition int) *timeline.Track {
	o := r.Outcome
	p := &o.Partitions[partition]
	capacity := int32(0)
	for _, lane := range p.Lanes {
		capacity += o.Lanes[lane].Processors
	}
	at, values := metrics.BusyOn(o, p.Lanes)
	t := timeline.NewTrack("busy processors of "+p.Name, timeline.Blue, at, values)
	t.Top, t.Capacity = max(t.Top, capacity), capacity
	return t
}
