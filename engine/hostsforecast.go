package engine

// hostsForecast is the future of hosts in as little detail as will do. It begins with room for a few
// reservations and promotes itself to profiles when more are asked for. It never goes back. Both
// give the same answers.
type hostsForecast struct {
	Forecast                      // what it is by now: few or profiles
	few      *fewHostReservations // Forecast, if it is this one, else nil
	profiles *hostProfiles        // the same
}

// Forecast is empty, as are the hosts.
func (h *Hosts) Forecast() Forecast {
	few := newFewHostReservations(h)
	return &hostsForecast{Forecast: few, few: few}
}

// promote makes room for any number of reservations.
func (f *hostsForecast) promote() {
	f.profiles = f.few.profiles()
	f.Forecast, f.few = f.profiles, nil
}

func (f *hostsForecast) Reserve(j int32) Slot {
	if f.few != nil && len(f.few.held) == fewSlots {
		f.promote()
	}
	return f.Forecast.Reserve(j)
}

func (f *hostsForecast) Explain(j int32) Reason {
	if f.few != nil {
		f.promote() // which few reservations would make for each reason
	}
	return f.Forecast.Explain(j)
}

func (f *hostsForecast) improve(j int32) Slot {
	if f.profiles != nil {
		return f.profiles.improve(j)
	}
	f.Drop(j)
	return f.Reserve(j)
}
