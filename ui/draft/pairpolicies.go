package draft

// PairPolicies finds the policies of experiment b among those of a: by policy of b its place in a, -1 if it was not there. It is
// the same policy if kind, parameters and label are the same; else if it only has another label; else if only its parameters are
// others, under the same label or as the one policy of its kind that is left in both. Policies of different kinds are never the same.
func (f Form) PairPolicies(a, b *Draft) []int {
	was, is := f.Labels(a), f.Labels(b)
	pairs, taken := make([]int, len(is)), make([]bool, len(was))
	for i := range pairs {
		pairs[i] = -1
	}
	left := func(kind string) (inA, inB int) {
		for k := range was {
			if !taken[k] && a.Policies[k].Kind == kind {
				inA++
			}
		}
		for i := range is {
			if pairs[i] < 0 && b.Policies[i].Kind == kind {
				inB++
			}
		}
		return inA, inB
	}
	sameParameters := func(k, i int) bool { return f.SamePolicy(&a.Policies[k], &b.Policies[i]) }
	for _, same := range []func(k, i int) bool{
		func(k, i int) bool { return was[k] == is[i] && sameParameters(k, i) },
		sameParameters,
		func(k, i int) bool { return was[k] == is[i] },
		func(_, i int) bool {
			inA, inB := left(b.Policies[i].Kind)
			return inA == 1 && inB == 1
		},
	} {
		for i := range is {
			for k := range was {
				if pairs[i] < 0 && !taken[k] && a.Policies[k].Kind == b.Policies[i].Kind && same(k, i) {
					pairs[i], taken[k] = k, true
				}
			}
		}
	}
	return pairs
}

// SamePolicy says whether two policies are the same but for their labels; a field that is left out has its default.
func (f Form) SamePolicy(a, b *Choice) bool {
	return a.Kind == b.Kind && a.Elastic == b.Elastic && len(f.choiceWords(a, b, f.Policy)) == 0
}

// SameMachine says whether two machines are the same; a field that is left out has its default.
func (f Form) SameMachine(a, b *Choice) bool {
	return a.Kind == b.Kind && len(f.choiceWords(a, b, f.Machine)) == 0
}
