package ui

import (
	"hash/maphash"

	"backfill/engine/scenario"
	"backfill/ui/link"
)

// fragment is the address's fragment for the experiment as it is.
func (p *Page) fragment() string {
	return link.Encode(link.Experiment{Scenario: p.valid, Files: p.filesNeeded()})
}

// address is where the whole page shows the experiment as it is.
func (p *Page) address() string { return p.browser.Home() + "#" + p.fragment() }

// setAddress puts the experiment into the address bar, as a new entry of the history or in
// place of the present one. A frame leaves the history to the page around it, and tells it.
func (p *Page) setAddress(replace bool) {
	if p.framed {
		p.watcher.ScenarioChanged()
		return
	}
	fragment := p.fragment()
	p.addresses[fragmentKey(fragment)] = p.draft.Opening
	p.browser.SetAddress(fragment, replace)
}

// Navigated says that the address has another fragment now.
func (p *Page) Navigated(fragment string) {
	if fragment == "" {
		p.browser.GalleryItem(firstItem)
		return
	}
	opened, err := link.Decode(fragment)
	if err != nil {
		p.unusable("This link cannot be opened: " + err.Error() + ".")
		return
	}
	s, err := scenario.Read(opened.Scenario)
	if err != nil {
		p.unusable("The experiment in this link cannot be opened: " + err.Error() + ".")
		return
	}
	for _, f := range opened.Files {
		p.expect(f)
	}
	d := p.form.Read(s)
	if d.Opening = p.addresses[fragmentKey(fragment)]; d.Opening != 0 {
		p.enter(d, true)
		return
	}
	p.begin(d, true)
}

// unusable says why a link cannot be opened. The first visit shows the textbook case then.
func (p *Page) unusable(why string) {
	p.warn(why)
	p.watcher.NotOpened()
	if p.draft.Machine.Kind == "" {
		p.notice.Lasting = true
		p.browser.GalleryItem(firstItem)
	}
}

// Share copies the address, which holds the experiment.
func (p *Page) Share() {
	if len(p.wrong) > 0 {
		p.warn("The link is of the last experiment without mistakes.")
	}
	p.browser.Copy(p.address())
}

var fragmentSeed = maphash.MakeSeed()

// fragmentKey stands for a fragment, which may be long, in Page.addresses.
func fragmentKey(fragment string) uint64 { return maphash.String(fragmentSeed, fragment) }
