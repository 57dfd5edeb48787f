package los

// NewestFirstHybrid is Hybrid-LOS in the reading that puts the newest due job in front.
type NewestFirstHybrid = newestFirst
