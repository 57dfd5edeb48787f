package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"backfill/engine/param"
	"backfill/policies"
)

func listPolicies(args []string, stdout, _ io.Writer) error {
	var all []param.Description
	for _, p := range policies.Catalogs().Policies {
		all = append(all, p.Description)
	}
	return list("policies", args, stdout, section{"", all})
}

func listMachines(args []string, stdout, _ io.Writer) error {
	var all []param.Description
	for _, m := range policies.Catalogs().Machines {
		all = append(all, m.Description)
	}
	return list("machines", args, stdout, section{"", all})
}

func listWorkloads(args []string, stdout, _ io.Writer) error {
	c := policies.Catalogs()
	var kinds, transforms []param.Description
	for _, k := range c.Workloads {
		kinds = append(kinds, k.Description)
	}
	for _, t := range c.Transforms {
		transforms = append(transforms, t.Description)
	}
	return list("workloads", args, stdout, section{"workloads", kinds}, section{"transformations", transforms})
}

// section is a part of a listing; a listing with one section needs no title.
type section struct {
	title   string
	entries []param.Description
}

func list(name string, args []string, stdout io.Writer, sections ...section) error {
	var asJSON bool
	argument, err := parse(name, args, func(f *flag.FlagSet) { f.BoolVar(&asJSON, "json", false, "print JSON") })
	if err != nil {
		return err
	}
	if argument != "" {
		return &usageError{fmt.Sprintf("%s: %q: no argument is accepted", name, argument)}
	}
	if asJSON {
		return listJSON(stdout, sections)
	}
	for _, s := range sections {
		if s.title != "" {
			fmt.Fprintf(stdout, "%s\n\n", s.title)
		}
		for _, d := range s.entries {
			describe(stdout, d)
		}
	}
	return nil
}

func listJSON(stdout io.Writer, sections []section) error {
	var value any = sections[0].entries
	if len(sections) > 1 {
		titled := map[string][]param.Description{}
		for _, s := range sections {
			titled[s.title] = s.entries
		}
		value = titled
	}
	text, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "%s\n", text)
	return err
}

func describe(w io.Writer, d param.Description) {
	fmt.Fprintf(w, "%s: %s\n    %s\n", d.Kind, d.Name, d.Doc)
	if d.Source != "" {
		fmt.Fprintf(w, "    Source: %s\n", d.Source)
	}
	describeParams(w, "    ", d.Params)
	for _, p := range d.Presets {
		fmt.Fprintf(w, "    %s: %s\n", p.Name, p.Doc)
		for _, name := range slices.Sorted(maps.Keys(p.Fields)) {
			if i := slices.IndexFunc(d.Params, func(q param.Param) bool { return q.Name == name }); i >= 0 && d.Params[i].Kind == param.Script {
				fmt.Fprintf(w, "%s\n", indented(p.Fields[name]))
				continue
			}
			fmt.Fprintf(w, "        %q: %s\n", name, p.Fields[name])
		}
	}
	fmt.Fprintln(w)
}

// indented is a script as people read it.
func indented(raw json.RawMessage) string {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		panic(err) // it is part of the program
	}
	return "            " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n            ")
}

func describeParams(w io.Writer, indent string, params []param.Param) {
	for _, p := range params {
		fmt.Fprintf(w, "%s%s: %s", indent, p.Name, p.Accepts())
		switch {
		case p.Required:
			fmt.Fprint(w, "; required")
		case p.Kind == param.Script:
			fmt.Fprint(w, "; default the first of those to begin from")
		case p.Default != nil:
			fmt.Fprintf(w, "; default %s", param.Format(p.Default))
		}
		fmt.Fprintf(w, "\n%s    %s\n", indent, p.Doc)
		if p.Language != "" {
			fmt.Fprintf(w, "%s    An expression is made of %s Such as %s\n", indent, p.Language, p.Example)
		}
		describeParams(w, indent+"    ", p.Columns)
	}
}
