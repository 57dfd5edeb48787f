package engine

// poolForecast is the future of a cluster in as little detail as will do. It begins with room for one
// reservation, which is all that EASY needs, and promotes itself to a few and to a profile when
// more are asked for. It never goes back. All three give the same answers.
type poolForecast struct {
	Forecast      // one of the three: a oneReservation, few or profile
	single   bool // Forecast is a oneReservation, which is then called directly
	one      oneReservation
	few      *fewReservations // Forecast, if that is a fewReservations, else nil
	profile  *poolProfile     // the same
}

// Forecast makes an empty forecast. The cluster must be empty.
func (c *Cluster) Forecast() Forecast {
	f := &poolForecast{single: true, one: newOneReservation(c)}
	f.Forecast = &f.one
	return f
}

// promote makes room for one more reservation.
func (f *poolForecast) promote() {
	switch {
	case f.single && f.one.holder != NoJob:
		f.few = f.one.few()
		f.Forecast, f.single = f.few, false
	case f.few != nil && len(f.few.held) == fewSlots:
		f.promoteToProfile()
	}
}

// promoteToProfile makes room for any number of reservations.
func (f *poolForecast) promoteToProfile() {
	if f.single {
		f.profile = f.one.profile()
	} else {
		f.profile = f.few.profile()
	}
	f.Forecast, f.single, f.few = f.profile, false, nil
}

// full promotes to the profile if need be, and returns it.
func (f *poolForecast) full() *poolProfile {
	if f.profile == nil {
		f.promoteToProfile()
	}
	return f.profile
}

// Advance promotes oneReservation if its reservation has begun and was not used, which only the
// others can tell.
func (f *poolForecast) Advance(now Time) {
	if !f.single {
		f.Forecast.Advance(now)
		return
	}
	f.one.Advance(now)
	if f.one.holder != NoJob && f.one.shadow < now {
		f.promote()
	}
}

func (f *poolForecast) Earliest(j int32) Slot {
	f.promote()
	return f.Forecast.Earliest(j)
}

func (f *poolForecast) Reserve(j int32) Slot {
	f.promote()
	return f.Forecast.Reserve(j)
}

func (f *poolForecast) DropAll() {
	if f.single {
		f.one.DropAll()
	} else {
		f.Forecast.DropAll()
	}
}

func (f *poolForecast) Explain(j int32) Reason {
	if f.few != nil {
		f.promoteToProfile() // few would make a profile for each reason
	}
	return f.Forecast.Explain(j)
}
