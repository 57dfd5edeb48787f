package multifactor

import (
	"math"

	"backfill/engine/clock"
)

// Terms are the summands of a priority: factors times weights. Partition and TRES are those of one of the job's partitions.
type Terms struct {
	Age, Assoc, FairShare, Size, Partition, QOS, TRES float64
	Site, Nice                                        float64 // Nice is taken off
}

// sum is the priority: a whole number, cut off, from 1 to 2^32 - 1. 0 is for held jobs.
func (t *Terms) sum() uint32 {
	// Slurm's order of summation, which decides at whole numbers.
	s := t.Age + t.Assoc + t.FairShare + t.Size + t.Partition + t.QOS + t.TRES + t.Site - t.Nice
	return uint32(min(max(s, 1), math.MaxUint32))
}

// factors computes those that are neither fair-share nor the same for all jobs.
type factors struct {
	*Config
	maxPartition, maxQOS, maxAssoc float64
}

func newFactors(c *Config, maxAssoc float64) factors {
	f := factors{Config: c, maxAssoc: maxAssoc}
	for _, p := range c.Partitions {
		f.maxPartition = max(f.maxPartition, p.JobFactor)
	}
	for _, q := range c.QOS {
		f.maxQOS = max(f.maxQOS, q.Priority)
	}
	return f
}

// age grows from 0 to 1 in PriorityMaxAge; for a job that has been seen by a pass.
func (f *factors) age(j *Job, now clock.Time) float64 {
	waited, most := now.WholeSeconds()-j.Accrue.WholeSeconds(), f.MaxAge.WholeSeconds()
	if waited < most {
		return float64(max(waited, 0)) / float64(most)
	}
	return 1
}

// size is the fraction of the cluster that a job wants: nodes and CPUs on an average, or what is left of that. Relative to time it is the
// greater of both, by the minutes of the limit.
func (f *factors) size(j *Job) float64 {
	nodes, cpus := float64(j.Nodes)/float64(f.Nodes), float64(j.CPUs)/float64(f.CPUs)
	var x float64
	switch {
	case f.SmallRelativeToTime:
		// In CPUs and then divided twice, as Slurm does: the order of divisions decides at whole numbers.
		x = max(float64(float64(j.Nodes)*float64(f.CPUs))/float64(f.Nodes), float64(j.CPUs)) / float64(j.Minutes) / float64(f.CPUs)
		if f.FavorSmall {
			x = 1 - x
		}
	case f.FavorSmall && j.CPUs > 0:
		x = (float64(f.Nodes-j.Nodes)/float64(f.Nodes) + float64(f.CPUs-j.CPUs)/float64(f.CPUs)) / 2
	case f.FavorSmall:
		x = float64(f.Nodes-j.Nodes) / float64(f.Nodes)
	case j.CPUs > 0:
		x = (nodes + cpus) / 2
	default:
		x = nodes
	}
	return min(max(x, 0), 1)
}

// partition is PriorityJobFactor by the greatest of all partitions.
func (f *factors) partition(p int32) float64 {
	return relative(f.Partitions[p].JobFactor, f.maxPartition, f.RawPartition)
}

// qos is the priority of the QOS by the greatest in the database.
func (f *factors) qos(q int32) float64 {
	if q == None {
		return 0
	}
	return relative(f.QOS[q].Priority, f.maxQOS, f.RawQOS)
}

// tres is the sum of the weighted fractions of what a partition has.
func (f *factors) tres(j *Job, partition int32) (sum float64) {
	has := f.Partitions[partition].TRES
	for i, w := range f.Weights.TRES {
		sum += float64(w * relative(j.TRES[i], has[i], f.RawTRES))
	}
	return sum
}

// relative is x by the most there is, or x itself where flags want it raw. Of nothing there is no fraction.
func relative(x, most float64, raw bool) float64 {
	switch {
	case raw:
		return x
	case most == 0:
		return 0
	}
	return x / most
}
