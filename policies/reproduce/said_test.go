package reproduce

import (
	"os"
	"strings"
	"testing"

	"backfill/ui/phrase"
)

// What README and manual say of these schedules is what TestSchedulesEqualTheReference finds: of both logs together
// under EASY, and in the manual of the one log under conservative backfilling.
func TestWhatIsSaidOfTheReference(t *testing.T) {
	jobs, batch := map[string]int64{}, map[string]int64{}
	for _, c := range references {
		jobs[c.reference] += int64(c.jobs)
		batch[c.reference] += int64(c.batch)
	}
	easy := []string{"sequential", phrase.Plural(jobs["easy-sequential"], "job"), phrase.Grouped(batch["easy-sequential"])}
	conservative := []string{phrase.Grouped(jobs["conservative-sequential"]), phrase.Grouped(batch["conservative-sequential"])}
	for file, wanted := range map[string][]string{"README.md": easy, "assets/manual/results.md": append(easy, conservative...)} {
		text, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		_, after, found := strings.Cut(string(text), "with those of pyss")
		said, _, _ := strings.Cut(after, "Every policy is")
		for _, words := range wanted {
			if !found || !strings.Contains(said, words) {
				t.Errorf("%s does not say %q of pyss: %q", file, words, said)
			}
		}
	}
}
