package lessons

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"backfill/assets/lessons/figures"
)

// The page's judge finds right what this package finds right of all questions of all lessons that are answered in their form, and nothing else that can
// be chosen; of numbers, those within the tolerance. It reads numbers as people write them.
func TestThePageJudgesAnswers(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run the page's script")
	}
	type given struct {
		Question asked            `json:"question"`
		Results  *figures.Results `json:"results"`
		Answer   any              `json:"answer"` // texts of what was chosen, or what was typed
		Want     any              `json:"want"`   // true, false or what is said of it
	}
	var cases []given
	for _, l := range all(t) {
		for _, q := range l.Questions {
			if slices.Contains([]string{"goal", "placement", "beat"}, q.Kind) {
				continue
			}
			r, err := q.lab.Results()
			if err != nil {
				t.Fatal(err)
			}
			right, err := q.Right(r)
			if err != nil {
				t.Fatal(err)
			}
			add := func(answer, want any) { cases = append(cases, given{q.parsed, r, answer, want}) }
			number := func(v float64) string { return strconv.FormatFloat(v/q.parsed.Scale, 'f', -1, 64) }
			switch {
			case q.Kind == "one":
				for i := range q.Options {
					add([]string{strconv.Itoa(i)}, i == int(right.Number))
				}
			case q.Kind == "policy":
				for _, label := range q.lab.policies() {
					add([]string{label}, label == right.Policy)
				}
			case q.Kind == "number":
				slack := q.parsed.Within.Number
				if q.parsed.Within.Unit == figures.Percent && q.parsed.Answer.Unit != figures.Percent {
					slack *= max(right.Number, -right.Number)
				}
				for share, want := range map[float64]bool{0: true, 0.99: true, -0.99: true, 1.01: slack == 0, -1.01: slack == 0} {
					add(number(right.Number+share*slack), want)
				}
				add(number(right.Number+slack+1), false)
			case q.Order:
				add(joined(right.Jobs, ", "), true)
				add(joined(right.Jobs, " ;"), true)
				slices.Reverse(right.Jobs)
				add(joined(right.Jobs, ","), false)
				add("1, b", "Type the numbers of the jobs, with commas between them.")
			default:
				texts := strings.Split(joined(right.Jobs, " "), " ")
				slices.Reverse(texts)
				add(texts, true)
				var others []string
				for _, j := range q.Among {
					if !slices.Contains(right.Jobs, j) {
						others = append(others, strconv.FormatInt(j, 10))
					}
				}
				add(others, false)
				add(append(others, texts...), false)
			}
		}
	}
	if len(cases) < 100 {
		t.Errorf("there are %d answers only", len(cases))
	}
	// An hour and twenty minutes, which are 4,800 s, and a share of 12 %.
	seconds := func(n float64) *figures.Phrase {
		return &figures.Phrase{Is: "number", Number: n, Unit: figures.Seconds}
	}
	minutes := asked{Kind: "number", Answer: seconds(4800), Scale: 60, Within: seconds(1)}
	share := asked{Kind: "number", Answer: &figures.Phrase{Is: "number", Number: 0.12, Unit: figures.Percent}, Scale: 0.01, Within: &figures.Phrase{Is: "number", Number: 0.001, Unit: figures.Percent}}
	for _, c := range []struct {
		question asked
		answer   any
		want     any
	}{
		{minutes, "80", true}, {minutes, "80,0", true}, {minutes, "80 min", true}, {minutes, "80 minutes", true}, {minutes, "1 h 20 min", true}, {minutes, "1h 20m", true}, {minutes, "4800 s", true},
		{minutes, "1:20", true}, {minutes, "1:21", false}, {minutes, "80:00", false}, {minutes, "1:80", "“1:80” is no number: type one such as 12.5, or 1 h 20 min."}, {share, "0:12", "“0:12” is no number: type one such as 12.5."},
		{minutes, "4800", false}, {minutes, "4802 s", false}, {minutes, "80 %", "“80 %” is no number: type one such as 12.5, or 1 h 20 min."}, {minutes, "soon", "“soon” is no number: type one such as 12.5, or 1 h 20 min."},
		{minutes, "Infinity", false}, {minutes, "", "Type an answer first."},
		{share, "12", true}, {share, "12 %", true}, {share, "12.05", true}, {share, "12.2", false}, {share, "0.12", false}, {share, "12 s", "“12 s” is no number: type one such as 12.5."},
		{asked{Kind: "one", Options: []figures.Condition{}}, []string{}, "Choose an answer first."},
		{asked{Kind: "jobs", Answer: &figures.Phrase{Is: "longest", Policy: "Nobody", Unit: figures.Jobs}}, []string{"1"}, false}, // of which the results do not tell
	} {
		cases = append(cases, given{c.question, &figures.Results{}, c.answer, c.want})
	}
	input, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "--input-type=module", "--eval", `
import { reached, verdict } from "../answers.js";
let text = "";
for await (const part of process.stdin.setEncoding("utf8")) text += part;
JSON.parse(text).forEach(({ question, results, answer, want }, i) => {
  const is = verdict(question, { ...results, runs: results.runs ?? [] }, answer);
  if (is !== want) console.log(i, question.id, JSON.stringify(answer), "is", is, "want", want);
});
// Placed as the rule has it, or so that the goal is met; never before all are placed.
const never = [{ left: { is: "number", number: 2 }, op: "<", right: { is: "number", number: 1 } }];
for (const [question, results, want] of [
  [{ kind: "placement" }, {}, false],
  [{ kind: "placement" }, { byHand: { complete: false } }, false],
  [{ kind: "placement" }, { byHand: { complete: true } }, true],
  [{ kind: "placement" }, { byHand: { complete: true, departs: { at: 0, text: "" } } }, false],
  [{ kind: "placement", goal: [] }, { byHand: { complete: true, departs: { at: 0, text: "" } } }, true],
  [{ kind: "placement", goal: never }, { byHand: { complete: true } }, false],
  [{ kind: "goal", goal: [] }, {}, true],
  [{ kind: "goal", goal: never }, {}, false],
]) {
  const is = reached(question, results);
  if (is !== want) console.log(JSON.stringify([question, results]), "is", is, "want", want);
}`)
	cmd.Stdin = strings.NewReader(string(input))
	out, err := cmd.CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%s (error %v)", out, err)
	}
}
