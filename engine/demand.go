package engine

// Demand is what a job asks for beside its processors, on a machine that has nodes with more than processors (package
// engine/machine/partitions). The zero value asks for nothing. Many jobs share one: a workload lists each once.
type Demand struct {
	Nodes          int32    `json:"nodes,omitempty"`          // at least so many
	MostNodes      int32    `json:"mostNodes,omitempty"`      // at most so many; 0: any number
	TaskProcessors int32    `json:"taskProcessors,omitempty"` // processors of a task, which lie on one node together; a job gets whole tasks; 0: 1
	NodeMemory     int32    `json:"nodeMemory,omitempty"`     // MB on each node; 0: what the column Memory says counts
	NodeGPUs       int32    `json:"nodeGpus,omitempty"`       // on each node
	AllGPUs        int32    `json:"allGpus,omitempty"`        // on all nodes together; counts if NodeGPUs is 0
	GPUType        string   `json:"gpuType,omitempty"`        // "": any
	Features       []string `json:"features,omitempty"`       // every node has all of them
	Partitions     []int32  `json:"partitions,omitempty"`     // numbers of those in which the job may run; nil: the column Partition says so
	Whole          bool     `json:"whole,omitempty"`          // nobody else is on the job's nodes
	LeastTime      Time     `json:"leastTime,omitempty"`      // ms that would do for the job; 0: no less than it requests
	Licences       []Copies `json:"licences,omitempty"`       // that the job holds while it runs, by number
	Reservation    int32    `json:"reservation,omitempty"`    // number of the advance reservation in which the job is to run; 0: none
	Once           bool     `json:"once,omitempty"`           // is not begun anew when it is stopped for another one or with its node
	MostTasks      int32    `json:"mostTasks,omitempty"`      // so many tasks of the job's array run at once; 0: any number
	Nice           int32    `json:"nice,omitempty"`           // taken from the job's priority
}

// Copies are those of one licence of a cluster.
type Copies struct {
	Licence int32 `json:"licence"` // number by which jobs and the cluster name it
	Count   int32 `json:"count"`   // at least 1
}

// DemandOf is what job j asks for beside its processors.
func (w *Workload) DemandOf(j int32) *Demand {
	if w.Demand == nil || w.Demand[j] < 0 {
		return &noDemand
	}
	return &w.Demands[w.Demand[j]]
}

var noDemand Demand
