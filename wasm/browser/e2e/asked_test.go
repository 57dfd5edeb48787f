package e2e

import (
	"fmt"
	"testing"

	"backfill/wasm/browser/visit"
)

// twoLimits has two partitions of which one has a limit, and a QOS with one: each question can be asked.
const twoLimits = `{"version":1,"name":"two limits","machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n[1-2]","processors":8,"gpus":"2"},{"name":"n3","processors":8}],
	"partitions":[{"name":"long"},{"name":"short","nodes":"n[1-2]","maxTime":7200}]},
	"policies":[{"kind":"slurm","label":"S","parameters":"bf_interval=10","limits":true,"settings":[{"key":"PriorityType","value":"priority/multifactor"},{"key":"PriorityWeightAge","value":"1000"}],
	"associations":[{"account":1,"shares":10},{"account":1,"user":1}],"qos":[{"number":1,"limits":"MaxTRESPU=cpu=32,mem=1024"}]}],
	"workload":{"kind":"jobs","jobs":[{"run":1000,"processors":6,"user":1,"group":1,"qos":1},{"submit":10,"run":100,"processors":6,"user":1,"group":1,"qos":1},{"submit":20,"run":100,"processors":8,"user":2,"group":1,"qos":1},{"submit":25,"run":100,"processors":8,"user":2,"group":1,"qos":1}]}}`

// Whoever clicks a question with the mouse sees the answer right below it, and the focus stays on its button, which does not move. A field shows the whole limit
// that stands in it, at a width of 1280 pixels.
func TestQuestionsKeepTheFocus(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.drop(write(t, "two.json", twoLimits))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "two limits"`)
	for _, key := range []string{"limit", "everywhere", "limits", "word", "priority", "shares", "nodes", "memory", "partition", "gpus", "merge", "user", "load"} {
		button := fmt.Sprintf("document.querySelector(%q)", "#ask-"+key)
		if !eval[bool](p, button+"?.ariaDisabled === null") {
			t.Logf("the question %s cannot be asked", key)
			continue
		}
		p.run(button + `.scrollIntoView({block: "center"})`)
		p.frame()
		top := eval[float64](p, button+".getBoundingClientRect().top")
		p.click("#ask-" + key)
		p.untilRun(fmt.Sprintf(`/Under S |Nothing|not compared|nothing is compared/.test(document.querySelector("#answer-%s")?.innerText)`, key))
		p.until(fmt.Sprintf(`!document.querySelector("#answer-%s").innerText.includes("being computed")`, key)) // drawings, which make it longer
		p.frame()
		if focus := eval[string](p, "document.activeElement.id || document.activeElement.tagName"); focus != "ask-"+key {
			t.Errorf("after the question %s the focus is on %s", key, focus)
		}
		if now := eval[float64](p, button+".getBoundingClientRect().top"); now < top-1 || now > top+1 {
			t.Errorf("the button of the question %s has moved from %v to %v", key, top, now)
		}
		if below := eval[float64](p, fmt.Sprintf(`document.querySelector("#answer-%s").getBoundingClientRect().top - %s.getBoundingClientRect().bottom`, key, button)); below < -1 || below > 80 {
			t.Errorf("the answer to %s is %v pixels below its button", key, below)
		}
	}
	p.put("#if-limit", "cpu=64,mem=256G", "input")
	p.says("#whatif", "MaxTRESPU cpu=64,mem=")
	p.pictures("asked", "#whatif")
	if cut := eval[float64](p, `(f => f.scrollWidth - f.clientWidth)(document.querySelector("#if-limit"))`); cut > 0 {
		t.Errorf("the field of a limit leaves out %v pixels", cut)
	}
}
