package panel

import (
	"backfill/engine/metrics"
	"backfill/engine/workload/accounting"
)

// OwnerNames are what an accounting log calls users, groups or queues, by their numbers, the first of which is 1; nil: there are no names.
// They are shown while Named.
func (s *Shared) OwnerNames(by metrics.Owner) []string {
	legend := s.LoggedNames()
	if legend == nil {
		return nil
	}
	return [metrics.NumOwners][]string{metrics.ByUser: legend[accounting.Users], metrics.ByGroup: legend.Groups(), metrics.ByQueue: legend[accounting.Partitions]}[by]
}
