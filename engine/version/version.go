// Package version says which version of the program this is, and what it was built with and from.
package version

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Number is the version of the program.
const Number = "0.1.0"

// Text tells the version of a program of that name in three lines: its number, the version of Go with the platform, and the commit.
func Text(program string) string {
	info, _ := debug.ReadBuildInfo()
	return text(program, info)
}

// text is Text by what was noted when the program was built; nil: nothing.
func text(program string, info *debug.BuildInfo) string {
	goVersion, built := runtime.Version(), map[string]string{}
	if info != nil {
		goVersion = info.GoVersion
		for _, s := range info.Settings {
			built[s.Key] = s.Value
		}
	}
	commit := "commit unknown: it was built outside a clone of the repository, or with -buildvcs=false"
	if revision := built["vcs.revision"]; revision != "" {
		commit = "commit " + revision
		if date, _, ok := strings.Cut(built["vcs.time"], "T"); ok {
			commit += " of " + date
		}
		if built["vcs.modified"] == "true" {
			commit += ", with changes that are not committed"
		}
	}
	return fmt.Sprintf("%s %s\n%s %s/%s\n%s\n", program, Number, goVersion, runtime.GOOS, runtime.GOARCH, commit)
}
