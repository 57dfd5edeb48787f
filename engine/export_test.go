package engine

const FewSlots = fewSlots

// NewFewReservations is the future of an empty cluster with a few reservations, and what is made of it
// for any number of them.
func NewFewReservations(c *Cluster) (few Forecast, profile func() Forecast) {
	one := newOneReservation(c)
	f := one.few()
	return f, func() Forecast { return f.profile() }
}

// NewPoolProfile is the future of an empty cluster with any number of reservations.
func NewPoolProfile(c *Cluster) Forecast { return newPoolProfile(c) }
