// Package partitions is the machine of a cluster as it is: nodes with processors, memory and GPUs, and partitions with limits, which lie
// over the nodes and may overlap. It knows where a job may run, which nodes it gets there, and what is promised on them; it does not know
// which job goes first within a tier.
package partitions

import (
	"backfill/engine"
)

// MaxGPUTypes is how many types of GPUs a machine may have.
const MaxGPUTypes = 6

// Config describes the machine.
type Config struct {
	Nodes      []Node
	Partitions []Partition
	GPUTypes   []string // names of the types, at most MaxGPUTypes
	Choice     Choice
	Enforce    Enforcement
}

// Node is one computer.
type Node struct {
	Name       string
	Processors int32
	Memory     int32              // MB; 0: not counted, any need fits
	GPUs       [MaxGPUTypes]int32 // by type
	Features   []string
	Weight     int32 // nodes with a low one are taken first
}

// Partition is a set of nodes with limits on the jobs that it takes.
type Partition struct {
	Name    string
	Number  int32       // by which jobs name it
	Nodes   []int32     // places in Config.Nodes, ascending
	Tier    int32       // jobs of partitions with a high one go first
	MaxTime engine.Time // 0: no limit
	// DefaultTime is what jobs of an accounting log ask for that ask for nothing; 0: MaxTime. The machine does not look at it.
	DefaultTime engine.Time
	MinNodes    int32
	MaxNodes    int32   // 0: no limit
	Accounts    []int32 // whose jobs it takes, by the column Group; nil: all
	QOS         []int32 // which QOS it takes; nil: all
	Whole       bool    // jobs get whole nodes
	Default     bool    // jobs that name no partition run here
}

// Enforcement says which jobs are refused when they are submitted, as EnforcePartLimits of slurm.conf does: those that their partitions never take. It
// matters to the jobs that some of the partitions take that they name, and to what is said of the others.
type Enforcement uint8

const (
	// EnforceNone lets jobs wait for ever that no partition takes where nodes are chosen as by Slurm; otherwise it refuses them.
	EnforceNone Enforcement = iota
	// EnforceAny refuses jobs that none of their partitions takes.
	EnforceAny
	// EnforceAll refuses jobs that one of their partitions does not take.
	EnforceAll
)

// Choice says which of the nodes with room a job gets.
type Choice uint8

const (
	// FirstFit are the first nodes with room, by weight and place in the list.
	FirstFit Choice = iota
	// BestFit is one node, that with the fewest processors free, or else as few nodes as will do.
	BestFit
	// Slurm are the nodes that select/cons_tres of Slurm chooses.
	Slurm
)
