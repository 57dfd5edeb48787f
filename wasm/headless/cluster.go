package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/scenario"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/inferred"
	"backfill/engine/workload/textfile"
	"backfill/policies/written"
)

// mostConfiguration is the size of the largest file of a configuration, in bytes.
const mostConfiguration = 16 << 20

// writeCluster prints the scenario of a cluster: the jobs of its accounting log, the machine and the scheduler that the files of its
// configuration describe, without names, and what happened beside.
func writeCluster(args []string, stdout, stderr io.Writer) error {
	zone := "UTC"
	rest, err := parseAll("cluster", args, func(f *flag.FlagSet) {
		f.StringVar(&zone, "zone", zone, "of the clocks of the cluster, such as Europe/Berlin")
	})
	if err != nil {
		return err
	}
	if len(rest) < 2 {
		return &usageError{fmt.Sprintf("cluster: %q: what sacct -P printed, slurm.conf and, if there are any, other files of the configuration are accepted", rest)}
	}
	log, err := readLog(rest[0], zone)
	if err != nil {
		return err
	}
	var files []slurmconf.File
	for _, name := range rest[1:] {
		packed, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("%w; a file of the configuration of a cluster is accepted", err)
		}
		text, err := textfile.Content(packed, name, mostConfiguration)
		if err != nil {
			return err
		}
		files = append(files, slurmconf.File{Name: filepath.Base(name), Text: string(text)})
	}
	cluster, err := slurmconf.Read(files...)
	if err != nil {
		return err
	}
	if cluster.Processors() == 0 || len(cluster.Partitions) == 0 {
		return fmt.Errorf("the configuration has no nodes or no partitions: slurm.conf, or what scontrol show node and scontrol show partition print, is accepted")
	}
	for _, list := range [][]string{cluster.Unused, cluster.Otherwise} {
		for _, remark := range list {
			fmt.Fprintln(stderr, "backfill: not as configured:", remark)
		}
	}
	if filepath.Dir(rest[0]) != "." {
		fmt.Fprintf(stderr, "backfill: the scenario names %s: keep both in one folder\n", filepath.Base(rest[0]))
	}
	text, err := cluster.Scenario(filepath.Base(rest[0]), zone, inferred.Legend(&log.Legend))
	if err != nil {
		return err
	}
	s, err := scenario.Read(text)
	if err != nil {
		return err
	}
	if _, err := scenario.Compile(s, written.Catalogs()); err != nil {
		return err
	}
	var lines bytes.Buffer
	if err := json.Indent(&lines, text, "", " "); err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, lines.String())
	return err
}

// readLog reads an accounting log.
func readLog(name, zone string) (*accounting.Log, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%w; what sacct -P printed is accepted", err)
	}
	defer f.Close()
	return accounting.Read(f, filepath.Base(name), accounting.Options{Zone: zone})
}
