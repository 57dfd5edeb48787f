package engine

// clusterForecast is the profile of free processors of a cluster, with running
// jobs and reservations taken out.
type clusterForecast struct {
	cluster *Cluster
	profile profile
	now     Time
	reservations
}

// Forecast is empty, as is the cluster.
func (c *Cluster) Forecast() Forecast {
	return &clusterForecast{cluster: c, profile: newProfile(c.processors)}
}

func (f *clusterForecast) Advance(now Time) {
	f.now = now
	f.profile.advance(now)
}

func (f *clusterForecast) Started(j int32, _ Placement, end Time) {
	f.profile.add(f.now, end, -f.cluster.occupies(j))
}

func (f *clusterForecast) Ended(j int32, expected Time) {
	f.profile.add(f.now, expected, f.cluster.occupies(j))
}

func (f *clusterForecast) Overran(j int32, expected, end Time) {
	f.profile.add(expected, end, -f.cluster.occupies(j))
}

func (f *clusterForecast) StartsNow(j int32) (Placement, bool) {
	size := f.cluster.occupies(j)
	if size > f.profile.now() {
		return 0, false
	}
	// Running jobs only ever give back: what is free now stays free unless reserved.
	return 0, len(f.holders) == 0 || f.profile.holds(size, f.cluster.jobs[j].Estimate)
}

func (f *clusterForecast) Earliest(j int32) Slot {
	length := f.cluster.jobs[j].Estimate
	return Slot{At: f.profile.earliest(f.cluster.occupies(j), length), Length: length}
}

func (f *clusterForecast) Reserve(j int32, slot Slot) {
	f.hold(j, slot, len(f.cluster.jobs))
	f.profile.add(slot.At, slot.At+slot.Length, -f.cluster.occupies(j))
}

func (f *clusterForecast) Drop(j int32) {
	slot := f.release(j)
	f.profile.add(slot.At, slot.At+slot.Length, f.cluster.occupies(j))
}

func (f *clusterForecast) Extra(t Time) int32 { return f.profile.at(max(t, f.now)) }

// Explain speaks of the first reservation that job j would delay or, if it
// delays none, of the first one there is.
//
// Free processors only decrease where a reservation starts, so it is enough to
// look at those instants.
func (f *clusterForecast) Explain(j int32) Reason {
	size := f.cluster.occupies(j)
	end := f.now + f.cluster.jobs[j].Estimate
	reason := Reason{Rule: StartedInOrder, Blocker: NoJob, Free: f.profile.now()}
	if size > reason.Free {
		reason.Rule = TooWideNow
	}
	for i, holder := range f.holders {
		shadow := f.slots[holder].At
		extra := f.Extra(shadow)
		delays := size <= reason.Free && shadow < end && extra < size
		if i == 0 || delays {
			reason.Blocker, reason.Shadow, reason.Extra = holder, shadow, extra
		}
		if delays {
			reason.Rule = WouldDelay
			return reason
		}
	}
	if len(f.holders) > 0 && size <= reason.Free {
		reason.Rule = StartedInExtra
		if end <= reason.Shadow {
			reason.Rule = StartedBeforeShadow
		}
	}
	return reason
}
