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
		"of pyss. Predictions with a bad correction can be worse than the users' requests. `backfill run` of the gallery's\n" +
		"`baselines-predictions.json` gives eight of the rows, with the log in the place of its jobs (`{\"kind\": \"swf\", \"file\": ...}`) and the log's processors,\n" +
		"and the others with other values of its `others`, `belief` and `correction`.\n\n" +
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
		"\"untilNoStart\"`), WFP3 and UNICEP serve the oldest job last. `go test ./policies/reproduce -run TableOfRLScheduler` cuts out the sequences and compares.\n\n" +
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

func reproduceReadings(t *testing.T, b *strings.Builder) {
	b.WriteString("\n## What is called EASY\n\n" +
		"Mean waits in s under EASY as it is usually read and as some programs read it, with events of one instant taken together (batch) and one after\n" +
		"the other (sequential). `backfill run` of the gallery's `baselines-called-easy.json` gives them, with the log in the place of the model. The last\n" +
		"reading is that of RLScheduler's program, with which all starts agree in batches.\n\n" +
		"| | KTH-SP2, batch | sequential | SDSC-SP2, batch | sequential |\n|---|---|---|---|---|\n")
	for _, r := range readings {
		fmt.Fprintf(b, "| %s |", r.name)
		for _, log := range believedLogs {
			means := meanWaits(t, reference.ReadLog(t, log.name+".swf.gz"), log.processors, r.reading)
			fmt.Fprintf(b, " %.2f | %.2f |", means[0], means[1])
		}
		b.WriteString("\n")
	}
}
