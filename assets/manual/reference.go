package manual

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/schema"
	"backfill/engine/workload"
	"backfill/policies"
	"backfill/policies/scripting"
	"backfill/ui/glossary"
)

// references write, in Markdown, the lists that the code's own descriptions make.
var references = map[string]func(*strings.Builder){
	"keys": func(w *strings.Builder) {
		writeKeys(w, "", scenario.Schema(policies.Catalogs()).Properties)
	},
	"machines": func(w *strings.Builder) {
		writeKinds(w, "machine", policies.Catalogs().Machines, func(k scenario.MachineKind) param.Description { return k.Description })
	},
	"workloads": func(w *strings.Builder) {
		writeKinds(w, "workload", policies.Catalogs().Workloads, func(k workload.Kind) param.Description { return k.Description })
	},
	"transformations": func(w *strings.Builder) {
		writeKinds(w, "transform", policies.Catalogs().Transforms, func(t workload.Transform) param.Description { return t.Description })
	},
	"policies": func(w *strings.Builder) {
		writeKinds(w, "policy", policies.Catalogs().Policies, func(k scenario.PolicyKind) param.Description { return k.Description })
	},
	"omits": func(w *strings.Builder) {
		for _, k := range policies.Catalogs().Policies {
			for _, text := range k.Omits {
				fmt.Fprintf(w, "- %s\n", plainText(text))
			}
		}
	},
	"words": func(w *strings.Builder) {
		for _, t := range glossary.New(policies.Catalogs()).Words {
			fmt.Fprintf(w, "- *%s*: %s\n", plainText(t.Name), plainText(t.Text))
		}
	},
	"verbs":        writeVerbs,
	"language":     writeLanguage,
	"scripts":      writeScripts,
	"scriptjobs":   func(w *strings.Builder) { writeScriptAttributes(w, scripting.OfJobs) },
	"scriptevents": func(w *strings.Builder) { writeScriptAttributes(w, scripting.OfEvents) },
	"metrics":      writeMetrics,
	"attributes":   writeAttributes,
}

// writeKinds writes a section for each kind, whose address begins with a word.
func writeKinds[K any](w *strings.Builder, word string, kinds []K, description func(K) param.Description) {
	for _, k := range kinds {
		d := description(k)
		fmt.Fprintf(w, "### %s (`%s`) {#%s-%s}\n\n%s", plainText(d.Name), d.Kind, word, d.Kind, plainText(d.Doc))
		if d.Source != "" {
			fmt.Fprintf(w, " Source: %s.", strings.TrimSuffix(plainText(d.Source), "."))
		}
		fmt.Fprint(w, "\n\n")
		writeKeys(w, "", schema.Params(d.Params))
		if len(d.Presets) > 0 {
			fmt.Fprint(w, "\nThe page offers to begin with:\n\n")
		}
		for _, p := range d.Presets {
			fmt.Fprintf(w, "- %s. %s\n", plainText(p.Name), plainText(p.Doc))
			for _, key := range slices.Sorted(maps.Keys(p.Fields)) {
				if isLong(p.Fields[key]) {
					continue // the chapter on scripts has them
				}
				fmt.Fprintf(w, "  `\"%s\": %s`\n", key, p.Fields[key])
			}
		}
		fmt.Fprintln(w)
	}
}

// writeKeys writes an entry for each key of an object, with those of objects within below it.
func writeKeys(w *strings.Builder, indent string, keys schema.Properties) {
	for _, k := range keys {
		fmt.Fprintf(w, "%s- `%s`: %s", indent, k.Name, accepts(k.Value))
		switch {
		case k.Required:
			fmt.Fprint(w, ", required")
		case isLong(fmt.Sprint(k.Value.Default)):
			fmt.Fprint(w, "; if left out the first of the [examples](scripts.md#examples)")
		case k.Value.Default != nil:
			fmt.Fprintf(w, "; if left out `%v`", k.Value.Default)
		}
		fmt.Fprintln(w, strings.TrimSuffix(". "+plainText(k.Value.Description), " "))
		within := k.Value
		if within.Items != nil {
			within = within.Items
		}
		writeKeys(w, indent+"  ", within.Properties)
	}
}

// isLong says whether a value is a text of several lines, as JSON or as it is.
func isLong[T ~string | ~[]byte](value T) bool {
	return strings.Contains(string(value), `\n`) || strings.Contains(string(value), "\n")
}

// accepts says in words which values a schema accepts.
func accepts(s *schema.Schema) string {
	switch {
	case s.Const != nil:
		return fmt.Sprintf("`%v`", s.Const)
	case len(s.Enum) > 20:
		return "the name of a [metric](results.md#all-metrics)"
	case len(s.Enum) > 0:
		return "one of `" + strings.Join(s.Enum, "`, `") + "`"
	case s.Ref != "":
		return "an object with a `kind`"
	case s.OneOf != nil:
		return "an object"
	}
	switch s.Type {
	case "integer", "number":
		article := map[string]string{"integer": "a whole number", "number": "a number"}[s.Type]
		switch {
		case s.Minimum != nil && s.Maximum != nil:
			return fmt.Sprintf("%s from %s to %s", article, digits(*s.Minimum), digits(*s.Maximum))
		case s.Above != nil:
			return fmt.Sprintf("%s above %s", article, digits(*s.Above))
		}
		return article
	case "boolean":
		return "`true` or `false`"
	case "string":
		return "a text"
	case "array":
		list := fmt.Sprintf("a list of %d to %d", s.MinItems, s.MaxItems)
		if s.Items.Ref == "" && (s.Items.Type == "" || s.Items.Type == "object") {
			return list
		}
		return list + ", each " + accepts(s.Items)
	case "object":
		return "an object"
	}
	return "any value"
}

func digits(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// writeMetrics writes all metrics by the name that they have in a result.
func writeMetrics(w *strings.Builder) {
	for _, d := range metrics.Descriptions {
		fmt.Fprintf(w, "- `%s`: %s", d.Name, plainText(d.Title))
		if d.Unit != "" {
			fmt.Fprintf(w, " (%s)", d.Unit)
		}
		fmt.Fprintf(w, ". %s", plainText(d.Doc))
		switch d.Better {
		case metrics.Lower:
			fmt.Fprint(w, " Lower is better.")
		case metrics.Higher:
			fmt.Fprint(w, " Higher is better.")
		}
		if d.Formula != "" {
			fmt.Fprintf(w, " Formula: %s.", plainText(d.Formula))
		}
		if d.Source != "" {
			fmt.Fprintf(w, " Source: %s.", plainText(d.Source))
		}
		fmt.Fprintln(w)
	}
}

// writeAttributes writes what jobs can be grouped by.
func writeAttributes(w *strings.Builder) {
	for _, a := range grouping.Attributes {
		fmt.Fprintf(w, "- `%s`: %s", a.Name, strings.ToLower(a.Title[:1])+a.Title[1:])
		switch {
		case a.Natural:
			fmt.Fprint(w, ", which has groups of its own")
		case a.Unit != "":
			fmt.Fprintf(w, " (%s)", a.Unit)
		}
		fmt.Fprintf(w, ". %s\n", plainText(a.Doc))
	}
}

// marks are what Markdown would take for something else than text.
var marks = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "#", `\#`, "--", `\--`, "...", `\...`, "\n", " ")

func plainText(s string) string { return marks.Replace(s) }
