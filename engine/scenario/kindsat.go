package scenario

import (
	"strings"

	"backfill/engine/param"
	"backfill/engine/workload"
)

// KindsAt describes the kinds of the component into which a JSON pointer points, such as
// /machine/kind or /policies/0/reservations; nil if there is none. The descriptions come from the
// catalogs.
func (c *Catalogs) KindsAt(pointer string) []*param.Description {
	switch {
	case strings.HasPrefix(pointer, "/machine/"):
		return descriptions(c.Machines, func(k *MachineKind) *param.Description { return &k.Description })
	case strings.HasPrefix(pointer, "/workload/transform/"):
		return descriptions(c.Transforms, func(k *workload.Transform) *param.Description { return &k.Description })
	case strings.HasPrefix(pointer, "/workload/"):
		return descriptions(c.Workloads, func(k *workload.Kind) *param.Description { return &k.Description })
	case strings.HasPrefix(pointer, "/policies/"):
		return descriptions(c.Policies, func(k *PolicyKind) *param.Description { return &k.Description })
	}
	return nil
}

// descriptions are the descriptions of the entries of a catalog.
func descriptions[K any](kinds []K, about func(*K) *param.Description) []*param.Description {
	var list []*param.Description
	for i := range kinds {
		list = append(list, about(&kinds[i]))
	}
	return list
}
