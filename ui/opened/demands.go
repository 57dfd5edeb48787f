package opened

import (
	"slices"

	"backfill/ui/draft"
	"backfill/ui/session"
)

// offerDemands uses a table of demands, and asks before if the sweep varies those for which
// it is to stand.
func (o *Files) offerDemands(name string) {
	i := slices.IndexFunc(o.Draft.Transforms, func(c draft.Choice) bool { return c.Kind == "bandwidth" })
	if i < 0 || !o.Draft.SweepsTransform(i) {
		o.openDemands(name)
		return
	}
	o.AskReader("Use "+name+" instead of the demands that the sweep varies? It varies them no more then.",
		session.Choice{Text: "Use it", ID: "use-table-button", Do: func() { o.openDemands(name) }},
		session.Choice{Text: "Keep the sweep", ID: "keep-sweep-button", Do: func() {}})
}

// openDemands lets the jobs ask for what a table says, instead of what is drawn at random.
func (o *Files) openDemands(name string) {
	o.Alter("", func(d *draft.Draft) {
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
	o.UnfoldParts("workload")
	o.Resume()
	if o.Draft.Machine.Kind != "nodes" {
		o.Tell(name + " says what bandwidth the jobs ask for. It matters on a machine of nodes that share it: choose “" + o.Form.Machine("nodes").Name + "”.")
	}
}
