package version

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestText(t *testing.T) {
	platform := " " + runtime.GOOS + "/" + runtime.GOARCH + "\n"
	with := func(settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{GoVersion: "go1.99.1", Settings: settings}
	}
	revision, when := debug.BuildSetting{Key: "vcs.revision", Value: "abc123"}, debug.BuildSetting{Key: "vcs.time", Value: "2026-11-24T08:30:56Z"}
	for _, c := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{with(revision, when, debug.BuildSetting{Key: "vcs.modified", Value: "false"}), "go1.99.1" + platform + "commit abc123 of 2026-11-24\n"},
		{with(revision, when, debug.BuildSetting{Key: "vcs.modified", Value: "true"}), "go1.99.1" + platform + "commit abc123 of 2026-11-24, with changes that are not committed\n"},
		{with(), "go1.99.1" + platform + "commit unknown: it was built outside a clone of the repository, or with -buildvcs=false\n"},
		{nil, runtime.Version() + platform + "commit unknown: it was built outside a clone of the repository, or with -buildvcs=false\n"},
	} {
		if got, want := text("backfill", c.info), "backfill "+Number+"\n"+c.want; got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
}
