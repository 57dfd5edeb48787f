package ui

import (
	"testing"

	"backfill/ui/session"
)

// The browser's storage may answer late, when the experiment that needs a log has given way to another one: that one does not wait for the
// log, and a log of the same name that has been opened meanwhile stays what its name means.
func TestStorageThatAnswersLate(t *testing.T) {
	const replays = `{"version":1,"machine":{"kind":"cluster","processors":16},"workload":{"kind":"swf","file":"small.swf"},"policies":[{"kind":"easy"}]}`
	p, b := firstVisit(t)
	p.OpenScenario("small.json", []byte(replays))
	p.Undo()
	b.pass()
	runs := len(b.asked)
	p.FileFound(b.looked[0], false)
	if p.Missing != nil {
		t.Error("the page waits for a log that nobody needs")
	}
	stored := droppedLog(t, "small.swf").FileRef
	p.FileFound(stored, true)
	if len(b.asked) != runs {
		t.Error("an experiment without a log runs once more because a log was found")
	}

	p.OpenScenario("small.json", []byte(replays))
	opened := droppedText(t, "small.swf", waitingLog)
	opened.SHA256 = "cd"
	p.FileCame(opened)
	p.FileFound(stored, true)
	if got := b.asked[len(b.asked)-1].files[0]; got != opened.FileRef {
		t.Errorf("the log that was opened has given way to %+v", got)
	}
}

// slow hands an item of the gallery over when it is told to.
type slow struct {
	*fake
	items []func()
}

func (b *slow) GalleryItem(name string) {
	b.items = append(b.items, func() { b.fake.GalleryItem(name) })
}

// So may the gallery: an experiment that has been opened meanwhile stays, and of two items the one that was asked for last is opened.
func TestGalleryThatAnswersLate(t *testing.T) {
	p, b := firstVisit(t)
	late := &slow{fake: b}
	p.Browser = late
	p.OpenItem("allocation-unit.json")
	p.OpenScenario("swept.json", []byte(sweptScenario))
	name := p.Draft.Name
	late.items[0]()
	if p.Draft.Name != name {
		t.Errorf("%s has given way to %s", name, p.Draft.Name)
	}
	p.OpenItem("allocation-unit.json")
	p.OpenItem(session.FirstItem)
	late.items[2]()
	late.items[1]()
	if p.Item != session.FirstItem {
		t.Errorf("%q is open, want what was asked for last", p.Item)
	}
}
