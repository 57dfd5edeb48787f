package manual

import (
	"fmt"
	"strings"

	"backfill/engine"
	"backfill/policies/scripting"
)

// writeVerbs writes what a script may call, with a section for each group.
func writeVerbs(w *strings.Builder) {
	for _, g := range scripting.Groups {
		fmt.Fprintf(w, "### %s\n\n", g.Name)
		for i := range g.Verbs {
			v := &g.Verbs[i]
			fmt.Fprintf(w, "- `%s`: %s", v.Signature(), plainText(v.Doc))
			if v.Gives != "" {
				fmt.Fprintf(w, " Returns %s.", plainText(v.Gives))
			}
			for _, a := range v.Arguments {
				if a.Name == "job" {
					continue // which needs no words
				}
				fmt.Fprintf(w, " `%s` is %s.", a.Name, plainText(a.Is))
			}
			if v.Fails != "" {
				fmt.Fprintf(w, " The run fails if %s.", plainText(v.Fails))
			}
			fmt.Fprintln(w, needs(v.Needs))
		}
		fmt.Fprintln(w)
	}
}

// needs says what machine and workload have to offer; "" if nothing.
func needs(c engine.Capability) string {
	missing := c.Missing(0)
	if len(missing) == 0 {
		return ""
	}
	return " Needs " + strings.Join(missing, " and ") + "."
}

// writeScriptAttributes writes what a script may read.
func writeScriptAttributes(w *strings.Builder, list []scripting.Attribute) {
	for _, a := range list {
		fmt.Fprintf(w, "- `%s`: %s%s\n", a.Name, plainText(a.Doc), needs(a.Needs))
	}
}

// writeLanguage writes the functions and methods of the language.
func writeLanguage(w *strings.Builder) {
	for _, f := range scripting.Functions {
		fmt.Fprintf(w, "- `%s`: %s\n", f.Name, plainText(f.Doc))
	}
	fmt.Fprintf(w, "\nMethods of lists, dictionaries, sets and texts: `%s`.\n", strings.Join(scripting.Methods, "`, `"))
}

// writeScripts writes the examples.
func writeScripts(w *strings.Builder) {
	for _, e := range scripting.Examples {
		fmt.Fprintf(w, "### %s\n\n%s\n\n```star %s\n%s```\n\n", e.Name, plainText(e.Doc), e.File, e.Source)
	}
}
