package engine

// Cluster is a machine of identical processors, any of which serves any job: one pool. Jobs get
// multiples of an allocation unit.
type Cluster struct {
	processors int32
	unit       int32
	free       int32
	jobs       []Job
}

// NewCluster makes a cluster of the given number of processors, from 1 to
// MaxProcessors and a multiple of unit, which is at least 1.
func NewCluster(processors, unit int32) *Cluster {
	return &Cluster{processors: processors, unit: unit, free: processors}
}

// MaxProcessors is the largest machine: sums over one stay within an int32.
const MaxProcessors = 1 << 24

func (c *Cluster) Begin(w *Workload) { c.jobs, c.free = w.Jobs, c.processors }

func (c *Cluster) Processors() int32 { return c.processors }

func (c *Cluster) Unit() int32 { return c.unit }

func (c *Cluster) Free() int32 { return c.free }

func (c *Cluster) CanEver(j int32) bool { return c.jobs[j].Processors <= c.processors }

func (c *Cluster) Offers() Capability {
	return OnePool | AnySize | Estimates | Elasticity | Monotone | FirmPlaces | OneSpeed
}

func (c *Cluster) Fits(j int32) (Placement, bool) { return 0, c.occupies(j) <= c.free }

func (c *Cluster) Place(j int32, _ Placement) {
	c.Overcommit(j)
	if c.free < 0 {
		panic("engine: a job was started on processors that are not free")
	}
}

// Overcommit gives job j its processors, free or not. Free is below 0 while more processors are
// given out than exist.
func (c *Cluster) Overcommit(j int32) { c.free -= c.occupies(j) }

func (c *Cluster) Release(j int32) { c.free += c.occupies(j) }

func (c *Cluster) occupies(j int32) int32 {
	n := c.jobs[j].Processors
	if c.unit == 1 {
		return n
	}
	return roundUp(n, c.unit)
}

// fitting is the first job from j on, along next, that fits beside the jobs that are placed;
// NoJob if there is none.
func (c *Cluster) fitting(j int32, next []int32) int32 {
	// A job fits if its own size does: free processors come in whole units.
	for j != NoJob && c.jobs[j].Processors > c.free {
		j = next[j]
	}
	return j
}
