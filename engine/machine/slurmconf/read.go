package slurmconf

import "strings"

// File is one file of a configuration.
type File struct{ Name, Text string }

// Read reads a configuration from files in any number and order: slurm.conf, what scontrol show config, node and partition print, what
// sacctmgr -P show assoc and show qos print; several of them may stand in one file. What scontrol shows of a node, partition or setting is
// used before what slurm.conf says, and among equals the last; Cluster.Unused tells where they differ. What is not known is left alone.
func Read(files ...File) (*Cluster, error) {
	r := &reader{
		cluster: &Cluster{Settings: map[string]string{}},
		nodeAt:  map[string]int32{}, partitionAt: map[string]int{},
		sets: map[string][]string{}, said: map[string][]said{}, told: map[place]bool{},
		associationAt: map[[4]string]rowAt{}, qosAt: map[string]rowAt{},
	}
	var shown []statement
	for _, f := range files {
		of, err := r.file(f)
		if err != nil {
			return nil, err
		}
		shown = append(shown, of...)
	}
	r.shown = true
	for _, s := range shown {
		if err := r.take(s); err != nil {
			return nil, err
		}
	}
	r.finishSettings()
	r.finishNodes()
	if err := r.finishPartitions(); err != nil {
		return nil, err
	}
	r.finishScheduling()
	return r.cluster, r.checkTree()
}

// reader reads files.
type reader struct {
	cluster *Cluster
	shown   bool // what scontrol shows is being read, not slurm.conf

	nodeDefaults values // NodeName=DEFAULT
	nodes        []nodeSaid
	nodeAt       map[string]int32 // by name
	olderNodes   []nodeSaid       // what was said of nodes before

	partitionDefaults values // PartitionName=DEFAULT
	partitions        []partitionSaid
	partitionAt       map[string]int  // by name
	olderPartitions   []partitionSaid // what was said of partitions before
	named             int             // nodes in the lists of partitions

	sets map[string][]string // NodeSet: the nodes of each, by name
	said map[string][]said   // by the key of a setting

	associationAt map[[4]string]rowAt // by cluster, account, user and partition
	qosAt         map[string]rowAt    // by name
	told          map[place]bool      // what tellOnce told
}

// statement is a line of slurm.conf, or of what scontrol shows.
type statement struct {
	first string // its first key, in small letters
	text  string
	at    place
}

// file takes the lines of a file but for those that scontrol shows, which are for later.
func (r *reader) file(f File) (shown []statement, err error) {
	if !Recognises(f.Text) {
		return nil, &Error{File: f.Name, Line: 1, Reason: "neither slurm.conf, nor what scontrol show config, node or partition prints, nor what sacctmgr -P show assoc or qos prints"}
	}
	var rows *table
	config := false
	for _, l := range logicalLines(f.Text) {
		at := place{f.Name, l.line}
		if t := tableOf(l.text); t != nil {
			rows, config = t, false
			continue
		}
		if rows != nil && strings.Contains(l.text, "|") {
			if err := rows.row(r, l.text, at); err != nil {
				return nil, err
			}
			continue
		}
		if strings.HasPrefix(l.text, configHeading) {
			config = true
			continue
		}
		s := statement{firstKey(l.text), l.text, at}
		if isShown(s, config) {
			shown = append(shown, s)
		} else if err := r.take(s); err != nil {
			return nil, err
		}
	}
	return shown, nil
}

// isShown says whether scontrol printed a line. Behind the heading of the settings those of them that are followed by " = " are shown.
func isShown(s statement, config bool) bool {
	switch s.first {
	case "nodename":
		return strings.Contains(s.text, " CPUTot=")
	case "partitionname":
		return strings.Contains(s.text, " TotalNodes=")
	case "slurm_version":
		return true
	}
	return config && strings.Contains(s.text, " = ")
}

// take takes one line.
func (r *reader) take(s statement) error {
	switch s.first {
	case "nodename":
		return r.node(settings(s.text), s.at)
	case "partitionname":
		return r.partition(settings(s.text), s.at)
	case "nodeset":
		v := settings(s.text)
		r.sets[v["nodeset"]] = append(r.sets[v["nodeset"]], v["nodes"])
	case "downnodes":
		r.unused(s.at, "DownNodes=%s", settings(s.text)["downnodes"])
	case "reservationname":
		r.unused(s.at, "the reservation %s", settings(s.text)["reservationname"])
	case "":
		if isInclude(s.text) {
			r.unused(s.at, "the file that is included; give it, too")
		}
	default:
		_, value, _ := strings.Cut(s.text, "=")
		return r.setting(s.first, value, s.at)
	}
	return nil
}
