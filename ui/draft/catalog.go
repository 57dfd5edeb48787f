package draft

import (
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload"
)

// Machine describes a kind of machine, nil if there is none of that name.
func (f Form) Machine(kind string) *param.Description {
	return described(f.Catalogs.Machines, kind, func(k *scenario.MachineKind) *param.Description { return &k.Description })
}

// Workload describes a kind of workload, nil if there is none of that name.
func (f Form) Workload(kind string) *param.Description {
	return described(f.Catalogs.Workloads, kind, func(k *workload.Kind) *param.Description { return &k.Description })
}

// Transform describes a kind of transformation, nil if there is none of that name.
func (f Form) Transform(kind string) *param.Description {
	return described(f.Catalogs.Transforms, kind, func(k *workload.Transform) *param.Description { return &k.Description })
}

// Policy describes a kind of policy, nil if there is none of that name.
func (f Form) Policy(kind string) *param.Description {
	return described(f.Catalogs.Policies, kind, func(k *scenario.PolicyKind) *param.Description { return &k.Description })
}

// described is the description of a kind, nil if the catalog does not know it.
func described[K any](kinds []K, kind string, describe func(*K) *param.Description) *param.Description {
	for i := range kinds {
		if d := describe(&kinds[i]); d.Kind == kind {
			return d
		}
	}
	return nil
}

// ParamNamed is the parameter of that name in a description, which may be nil; nil if there is none.
func ParamNamed(about *param.Description, name string) *param.Param {
	if about == nil {
		return nil
	}
	for i := range about.Params {
		if about.Params[i].Name == name {
			return &about.Params[i]
		}
	}
	return nil
}

// Blank is a new choice of a kind.
func Blank(about *param.Description) Choice {
	return Choice{Kind: about.Kind, Texts: map[string]string{}}
}
