package table

import "backfill/engine"

// permutedDependencies is dependencies for jobs that come to stand at other rows, without those of jobs that are gone and on them; nil if
// there are none.
func permutedDependencies(dependencies []engine.Dependency, to []int32) []engine.Dependency {
	var out []engine.Dependency
	for _, d := range dependencies {
		if d.Job, d.On = to[d.Job], to[d.On]; d.Job != engine.NoJob && d.On != engine.NoJob {
			out = append(out, d)
		}
	}
	return out
}

// dependenciesOfRows is the dependencies between rows from (included) to to (excluded), for a workload of these rows alone; nil if there
// are none.
func dependenciesOfRows(dependencies []engine.Dependency, from, to int) []engine.Dependency {
	inside := func(row int32) bool { return int(row) >= from && int(row) < to }
	var out []engine.Dependency
	for _, d := range dependencies {
		if inside(d.Job) && inside(d.On) {
			d.Job, d.On = d.Job-int32(from), d.On-int32(from)
			out = append(out, d)
		}
	}
	return out
}

// Freed is how many of the jobs that stay depended on a job that does not, each counted once.
func Freed(dependencies []engine.Dependency, stays []bool) int {
	freed := map[int32]bool{}
	for _, d := range dependencies {
		if stays[d.Job] && !stays[d.On] {
			freed[d.Job] = true
		}
	}
	return len(freed)
}
