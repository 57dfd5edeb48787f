package session

import (
	"slices"

	"backfill/ui/draft"
)

// offerDemands uses a table of demands, and asks before if the sweep varies those for which
// it is to stand.
func (s *Session) offerDemands(name string) {
	i := slices.IndexFunc(s.Draft.Transforms, func(c draft.Choice) bool { return c.Kind == "bandwidth" })
	if i < 0 || !s.Draft.SweepsTransform(i) {
		s.openDemands(name)
		return
	}
	s.ask("Use "+name+" instead of the demands that the sweep varies? It varies them no more then.",
		Choice{Text: "Use it", ID: "use-table-button", Do: func() { s.openDemands(name) }},
		Choice{Text: "Keep the sweep", ID: "keep-sweep-button", Do: func() {}})
}

// openDemands lets the jobs ask for what a table says, instead of what is drawn at random.
func (s *Session) openDemands(name string) {
	s.alter("", func(d *draft.Draft) {
		listed := draft.Choice{Kind: "bandwidth", Texts: map[string]string{"file": name}}
		i := slices.IndexFunc(d.Transforms, func(c draft.Choice) bool { return c.Kind == listed.Kind })
		if i < 0 {
			d.Transforms = append(d.Transforms, listed)
			return
		}
		d.Transforms[i] = listed
		d.Follow("/workload/transform", func(k int) int {
			if k == i {
				return -1 // the file stands for what a sweep could vary
			}
			return k
		})
	})
	s.watcher.Unfold("workload")
	s.resume()
	if s.Draft.Machine.Kind != "nodes" {
		s.Tell(name + " says what bandwidth the jobs ask for. It matters on a machine of nodes that share it: choose “" + s.Form.Machine("nodes").Name + "”.")
	}
}
