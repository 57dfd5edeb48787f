package reproduce

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"backfill/assets/gallery"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/policies"
	"backfill/policies/internal/reference"
)

// The waits that the gallery tells of policies between EASY and conservative backfilling are those on the logs.
func TestPromisesOnLogs(t *testing.T) {
	text, err := gallery.Files.ReadFile("baselines-promises.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	for _, log := range believedLogs {
		w := reference.ReadLog(t, log.name+".swf.gz")
		var told []string
		for _, p := range plan.Policies {
			m := metrics.Of(reference.Simulate(t, w, log.processors, p.New(), plan.Options))
			name := p.Label
			if r := []rune(name); len(r) > 1 && !unicode.IsUpper(r[1]) {
				name = strings.ToLower(name)
			}
			told = append(told, fmt.Sprintf("%s %.2f h (%.1f h)", name, m.Value("meanWait")/3600, m.Value("maxWait")/3600))
		}
		if want := fmt.Sprintf(" %s: %s. ", log.name, strings.Join(told, ", ")); !strings.Contains(s.Description, want) {
			t.Errorf("the waits are%sthe gallery tells others", want)
		}
	}
}
