package draft

import (
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload"
	"strings"
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

// About is the description of a kind at path, nil if there is none.
func (f Form) About(path, kind string) *param.Description {
	switch {
	case strings.HasPrefix(path, "/machine"):
		return f.Machine(kind)
	case strings.HasPrefix(path, "/workload/transform"):
		return f.Transform(kind)
	case strings.HasPrefix(path, "/workload"):
		return f.Workload(kind)
	}
	return f.Policy(kind)
}

// SwitchKind changes the kind of a machine, a workload, a transformation or a policy at path and keeps what has the same name and makes
// sense there; what the new kind requires is filled in where the rest suggests it, with log where a log is needed.
func (f Form) SwitchKind(d *Draft, path, kind, log string) {
	c, _ := d.Choice(path)
	old := *c
	next := Choice{Kind: kind, Elastic: old.Elastic, Texts: map[string]string{}}
	about, before := f.About(path, kind), f.About(path, old.Kind)
	if about == nil {
		return
	}
	for i := range about.Params {
		q := &about.Params[i]
		if r := ParamNamed(before, q.Name); r != nil && r.Kind == q.Kind && q.Kind != param.Table {
			if text, ok := old.Texts[q.Name]; ok {
				next.Texts[q.Name] = text
			}
		}
		if q.Required && next.Texts[q.Name] == "" && len(about.Presets) > 0 {
			next.Texts[q.Name] = f.PresetChoice(about, about.Presets[0]).Texts[q.Name]
		}
		if q.Required && next.Texts[q.Name] == "" {
			next.Texts[q.Name] = suggestion(d, q, log)
		}
	}
	*c = next
	if strings.HasPrefix(path, "/policies") {
		c.Label = f.NewLabel(d, PlainName(about))
	}
}
