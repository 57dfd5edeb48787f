package ui

import (
	"hash/maphash"

	"backfill/engine/scenario"
	"backfill/ui/link"
)

// fragment is the address's fragment for the experiment as it is.
func (s *Session) fragment() string {
	return link.Encode(link.Experiment{Scenario: s.valid, Files: s.filesNeeded()})
}

// address is where the whole page shows the experiment as it is.
func (s *Session) address() string { return s.browser.Home() + "#" + s.fragment() }

// setAddress puts the experiment into the address bar, as a new entry of the history or in
// place of the present one. A frame leaves the history to the page around it, and tells it.
func (s *Session) setAddress(replace bool) {
	if s.framed {
		s.watcher.ScenarioChanged()
		return
	}
	fragment := s.fragment()
	s.addresses[fragmentKey(fragment)] = s.draft.Opening
	s.browser.SetAddress(fragment, replace)
}

// Navigated says that the address has another fragment now.
func (s *Session) Navigated(fragment string) {
	if fragment == "" {
		s.browser.GalleryItem(firstItem)
		return
	}
	opened, err := link.Decode(fragment)
	if err != nil {
		s.unusable("This link cannot be opened: " + err.Error() + ".")
		return
	}
	read, err := scenario.Read(opened.Scenario)
	if err != nil {
		s.unusable("The experiment in this link cannot be opened: " + err.Error() + ".")
		return
	}
	for _, f := range opened.Files {
		s.expect(f)
	}
	d := s.form.Read(read)
	if d.Opening = s.addresses[fragmentKey(fragment)]; d.Opening != 0 {
		s.enter(d, true)
		return
	}
	s.begin(d, true)
}

// unusable says why a link cannot be opened. The first visit shows the textbook case then.
func (s *Session) unusable(why string) {
	s.warn(why)
	s.watcher.NotOpened()
	if s.draft.Machine.Kind == "" {
		s.notice.Lasting = true
		s.browser.GalleryItem(firstItem)
	}
}

// Share copies the address, which holds the experiment.
func (s *Session) Share() {
	if len(s.wrong) > 0 {
		s.warn("The link is of the last experiment without mistakes.")
	}
	s.browser.Copy(s.address())
}

var fragmentSeed = maphash.MakeSeed()

// fragmentKey stands for a fragment, which may be long, in Page.addresses.
func fragmentKey(fragment string) uint64 { return maphash.String(fragmentSeed, fragment) }
