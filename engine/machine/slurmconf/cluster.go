// Package slurmconf reads the configuration of a Slurm cluster: slurm.conf, what scontrol show config, node and partition print, and what
// sacctmgr -P show assoc and qos print. It knows nodes, partitions, settings and the limits of accounts and QOS, not what runs on them.
//
// Source: slurm.conf(5), scontrol(1) and sacctmgr(1) of Slurm 22.05.
package slurmconf

import "fmt"

// Unlimited stands where there is no limit.
const Unlimited = -1

// Cluster is a configuration.
type Cluster struct {
	Nodes        []Node            // in the order of slurm.conf, then in that of scontrol
	Partitions   []Partition       // in the same order
	Settings     map[string]string // by one of SettingKeys; there is none for what is not set
	Associations []Association     // in the order of the files; of all clusters of the database
	QOS          []QOS             // in the order of the files
	Unused       []string          // what is there and not used, for people: "slurm.conf:12: LLN=YES"
	Otherwise    []string          // what the policy slurm does otherwise than configured, and what is assumed, for people
}

// Node is one host.
type Node struct {
	Name       string
	Processors int32
	Memory     int64  // MB
	GPUs       []GPUs // by type, in the order of the file
	Features   []string
	Weight     int64 // nodes with a low one are taken first
}

// GPUs are those of one type, "" if the configuration names none.
type GPUs struct {
	Type  string
	Count int32
}

// Partition is a set of nodes with limits on the jobs that it takes.
type Partition struct {
	Name           string
	Nodes          []int32 // places in Cluster.Nodes, ascending
	Default        bool
	Up             bool  // jobs are started
	Tier           int32 // PriorityTier: partitions with a high one come first
	JobFactor      int32 // PriorityJobFactor: jobs of partitions with a high one get a higher priority
	MaxTime        int64 // s, Unlimited
	DefaultTime    int64 // s, Unlimited: as MaxTime
	MinNodes       int32
	MaxNodes       int32 // Unlimited
	Exclusive      bool  // jobs get whole nodes
	Accounts       []string
	QOS            []string // that are allowed; nil: all
	LimitsOf       string   // the QOS whose limits its jobs have, too; "": none
	Billing        string   // TRESBillingWeights; "": none
	PreemptMode    string   // of jobs that make room, in capitals
	GraceTime      int64    // s that its jobs run on when they make room
	DeniedAccounts []string
	DeniedQOS      []string // nil: none
}

// Processors are those of all nodes.
func (c *Cluster) Processors() (n int64) {
	for i := range c.Nodes {
		n += int64(c.Nodes[i].Processors)
	}
	return n
}

// GPUs are those of all nodes, of all types.
func (c *Cluster) GPUs() (n int64) {
	for i := range c.Nodes {
		for _, g := range c.Nodes[i].GPUs {
			n += int64(g.Count)
		}
	}
	return n
}

// Error says what a configuration does not have.
type Error struct {
	File   string
	Line   int
	Key    string // such as "MaxTime"; "" if the line as a whole is meant
	Value  string
	Reason string
}

func (e *Error) Error() string {
	text := fmt.Sprintf("%s:%d: ", e.File, e.Line)
	if e.Key != "" {
		text += fmt.Sprintf("%s=%s: ", e.Key, e.Value)
	}
	return text + e.Reason
}
