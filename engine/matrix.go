package engine

// Matrix is what a policy that ranks pairs of a job and a computer made of them in one
// plan, to be shown.
type Matrix struct {
	At    Time
	Jobs  []int32  // rows, in the order of arrival
	Lanes int      // columns
	Terms []string // what a priority is the sum of
	// Value of row i, lane p and term t is entry (i*Lanes + p) * len(Terms) + t; NaN where
	// the job cannot run.
	Value []float32
	Where []Placement // by row: where the job ran before; NoPlace: it waited
	Plan  []Placement // by row: where it runs by the plan; NoPlace: it waits
}

// Probe is where the policy is to write the matrix of the plan that it makes now; nil if
// nobody asks. The first plan from Options.ProbeAt on is asked for.
func (s *State) Probe() *Matrix {
	if m := s.options.Probe; m != nil && m.Jobs == nil && s.now >= s.options.ProbeAt {
		m.At = s.now
		return m
	}
	return nil
}
