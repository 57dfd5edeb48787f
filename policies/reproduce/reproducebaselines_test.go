//go:build reproduce

package reproduce

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"backfill/policies/belief"
	"backfill/policies/internal/reference"
	"backfill/policies/queue"
)

// words of beliefs and corrections, as papers have them.
var (
	predictorWords = map[belief.Predictor]string{belief.Request: "request", belief.Clairvoyant: "clairvoyant", belief.DoubleRequest: "twice the request", belief.UserLastTwo: "user's last two"}
	correctorWords = map[belief.Corrector]string{belief.ToRequest: "request", belief.Steps: "steps", belief.Doubling: "doubling"}
)

func reproduceBeliefs(t *testing.T, b *strings.Builder) {
	b.WriteString("\n## EASY's relatives: orders, predictions and corrections\n\n" +
		"Mean bounded slowdown with `\"simultaneous\": \"sequential\"`; where the others are tried by arrival, with `\"pass\": \"ifItFits\"`. In italics the figures\n" +
		"of pyss. Predictions with a bad correction can be worse than the users' requests.\n\n" +
		"| others tried by | prediction | correction | KTH-SP2 | | SDSC-SP2 | |\n|---|---|---|---|---|---|---|\n")
	for _, c := range believed {
		correction := "-"
		if c.belief.Predictor == belief.UserLastTwo {
			correction = correctorWords[c.belief.Corrector]
		}
		fmt.Fprintf(b, "| %s | %s | %s |", map[queue.Order]string{queue.ByArrival: "arrival", queue.Shortest: "shortest"}[c.others], predictorWords[c.belief.Predictor], correction)
		for _, log := range believedLogs {
			want := c.sdsc
			if log.kth {
				want = c.kth
			}
			got := slowdownOfEASY(t, reference.ReadLog(t, log.name+".swf.gz"), log.processors, c.others, c.belief)
			fmt.Fprintf(b, " %.10f | *%.10f* |", got, want)
			if math.Abs(got-want) > 1e-9*want {
				t.Errorf("%s: %.10f, want %.10f", log.name, got, want)
			}
		}
		b.WriteString("\n")
	}
}

func reproduceRLScheduler(t *testing.T, b *strings.Builder) {
	b.WriteString("\n## RLScheduler: a table and its mistake\n\n" +
		"Mean bounded slowdown of ten sequences of 1,024 jobs of lublin_256, without and with backfilling, under `priority` with `\"who\": \"chosen\"` and\n" +
		"`\"chosenAndBesides\"`. In italics the published figures; of the last two rows, those of its procedure with the real wait. As published (`\"waits\":\n" +
		"\"untilNoStart\"`), WFP3 and UNICEP serve the oldest job last.\n\n" +
		"| | without | | with | |\n|---|---|---|---|---|\n")
	w := reference.ReadLog(t, "lublin_256.swf.gz")
	for _, row := range tableOfRLScheduler {
		name := strings.ToUpper(row.priority)
		if row.noWait {
			name += " as published"
		}
		fmt.Fprintf(b, "| %s |", name)
		for i, want := range []float64{row.without, row.with} {
			got := slowdownOfSequences(t, w, row.priority, row.noWait, i == 1)
			fmt.Fprintf(b, " %.2f | *%.2f* |", got, want)
			if math.Abs(got-want) > 0.005000001 {
				t.Errorf("%s: %.4f, want %.2f", name, got, want)
			}
		}
		b.WriteString("\n")
	}
}
