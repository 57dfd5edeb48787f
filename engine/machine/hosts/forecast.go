package hosts

import "backfill/engine"

// forecast is the future of hosts in as little detail as will do. It begins with room for a few
// reservations and promotes itself to profiles when more are asked for. It never goes back. Both
// give the same answers.
type forecast struct {
	engine.Forecast                  // one of the two: few or profiles
	few             *fewReservations // Forecast, if that is a fewReservations, else nil
	profiles        *profiles        // the same
}

// Forecast makes an empty forecast. The hosts must be empty.
func (h *Machine) Forecast() engine.Forecast {
	few := newFewReservations(h)
	return &forecast{Forecast: few, few: few}
}

// promote makes room for any number of reservations.
func (f *forecast) promote() {
	f.profiles = f.few.profiles()
	f.Forecast, f.few = f.profiles, nil
}

func (f *forecast) Reserve(j int32) engine.Slot {
	if f.few != nil && len(f.few.held) == fewSlots {
		f.promote()
	}
	return f.Forecast.Reserve(j)
}

func (f *forecast) Explain(j int32) engine.Reason {
	if f.few != nil {
		f.promote() // few would make profiles for each reason
	}
	return f.Forecast.Explain(j)
}

func (f *forecast) Improve(j int32) engine.Slot {
	if f.profiles != nil {
		return f.profiles.Improve(j)
	}
	f.Drop(j)
	return f.Reserve(j)
}
