package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"sort"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/policies/written"
	"backfill/wasm/headless/wholefile"
)

func mergeParts(args []string, stdout, stderr io.Writer) error {
	var asJSON, last bool
	var out, jobs string
	names, err := parseAll("merge", args, func(f *flag.FlagSet) {
		f.BoolVar(&asJSON, "json", false, "print JSON")
		f.BoolVar(&last, "last", false, "do nothing unless all parts are there and not merged")
		f.StringVar(&out, "out", "", "write the result to this file")
		f.StringVar(&jobs, "jobs", "", "write the job table to this file")
	})
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return &usageError{"merge: the files of the parts are missing"}
	}
	parts, err := partsOf(names, last, out)
	if parts == nil || err != nil {
		return err
	}
	cells, broken, err := merge(parts)
	if err != nil {
		return err
	}
	if err := errors.Join(acceptable("-out", out, parts), acceptable("-jobs", jobs, parts)); err != nil {
		return err
	}
	if jobs != "" {
		if filepath.Clean(jobs) == filepath.Clean(out) {
			return &usageError{fmt.Sprintf("merge: -jobs %s: is that of -out, too; another file is accepted", jobs)}
		}
		if err := writeTables(jobs, cells.Plan, parts); err != nil {
			return err
		}
	}
	failed := broken.tell(stderr, cells)
	if out == "" {
		return cmp.Or(writeResult(stdout, parts[0].Report, cells.Result(), asJSON), failed)
	}
	if err := wholefile.WriteSynced(out, func(w io.Writer) error { return writeResult(w, parts[0].Report, cells.Result(), asJSON) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "%s is the result of all parts\n", out)
	return cmp.Or(err, failed)
}

// acceptable says whether a flag may name that file, if any, for what is merged from parts.
func acceptable(flag, name string, parts []*part) error {
	if name == "" {
		return nil
	}
	for _, p := range parts {
		table, _ := p.tableFile()
		if isSame(name, p.file) || isSame(name, table) {
			return &usageError{fmt.Sprintf("merge: %s %s: is a part itself; another file is accepted", flag, name)}
		}
	}
	return wholefile.Writable(flag, name)
}

// partsOf are all parts of an experiment, from their files or from sbatch's folder, in their order. There are none for the last
// of several tasks if it is not the last, or if another one has merged them into out.
func partsOf(names []string, last bool, out string) ([]*part, error) {
	if len(names) > 1 || !isFolder(names[0]) {
		if last {
			return nil, &usageError{"merge: -last: one folder that sbatch wrote is accepted with it"}
		}
		return readParts(names)
	}
	a, err := readArray(names[0])
	if err != nil {
		return nil, err
	}
	if last {
		if others, err := a.mergedByOthers(out); others || err != nil {
			return nil, err
		}
	}
	return a.parts()
}

// readParts reads all parts of an experiment, in their order, from files in any order.
func readParts(names []string) ([]*part, error) {
	var parts []*part
	for _, name := range names {
		p, err := readPart(name)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return parts, together(parts)
}

// together checks that parts are all the parts of one experiment and puts them in
// order.
func together(parts []*part) error {
	sort.SliceStable(parts, func(i, k int) bool { return parts[i].Shard.Index < parts[k].Shard.Index })
	first := parts[0]
	if first.Version != experiment.Version {
		return &partError{first.file, fmt.Sprintf("from version %q of the program; this is %s, which accepts its own", first.Version, experiment.Version)}
	}
	there := map[int]string{}
	files := map[string]*part{}
	for _, p := range parts {
		switch {
		case p.Version != first.Version:
			return &partError{p.file, fmt.Sprintf("from version %q of the program, unlike %s from %s", p.Version, first.file, first.Version)}
		case p.Shard.Count != first.Shard.Count:
			return &partError{p.file, fmt.Sprintf("part %s, unlike %s, which is part %s", p.Shard, first.file, first.Shard)}
		case !sameJSON(p.Scenario, first.Scenario):
			return &partError{p.file, "of another scenario than " + first.file}
		case there[p.Shard.Index] != "":
			return &partError{p.file, fmt.Sprintf("part %s, and so is %s; each part is accepted once", p.Shard, there[p.Shard.Index])}
		}
		there[p.Shard.Index] = p.file
		for name, sum := range p.Files {
			if other := files[name]; other != nil && other.Files[name] != sum {
				return &partError{p.file, fmt.Sprintf("read another %s than %s", name, other.file)}
			}
			files[name] = p
		}
	}
	var missing []string
	for i := 1; i <= first.Shard.Count; i++ {
		if there[i] == "" {
			missing = append(missing, shard{i, first.Shard.Count}.String())
		}
	}
	if len(missing) > 0 {
		const most = 10
		rest := ""
		if len(missing) > most {
			rest, missing = fmt.Sprintf(" and %d others", len(missing)-most), missing[:most]
		}
		return &partError{first.file, "merging needs all parts; missing: " + strings.Join(missing, ", ") + rest}
	}
	return nil
}

// merge is the cells of an experiment, from all of its parts, and what failed in them.
func merge(parts []*part) (*experiment.Cells, failures, error) {
	s, err := scenario.Read(parts[0].Scenario)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", parts[0].file, err)
	}
	plan, err := scenario.Compile(s, written.Catalogs())
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", parts[0].file, err)
	}
	if plan.Precision != nil {
		return nil, nil, &partError{parts[0].file, "a scenario with precision has no parts"}
	}
	all := map[experiment.Cell][]*experiment.Run{}
	for _, p := range parts {
		runs, err := p.runs(plan)
		if err != nil {
			return nil, nil, err
		}
		maps.Copy(all, runs)
	}
	cells, broken := experiment.NewCells(plan), failures{}
	for c, ok := cells.Next(); ok; c, ok = cells.Next() {
		cells.Add(c, all[c])
		broken.note(c, all[c])
	}
	return cells, broken, nil
}
