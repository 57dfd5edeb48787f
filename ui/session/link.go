package session

import (
	"hash/maphash"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/ui/link"
)

// Fragment is the address's fragment for the experiment as it is, and for the cell of it and the metric that the reader has chosen.
func (s *Session) Fragment() string {
	e := link.Experiment{Scenario: s.Valid, Files: s.FilesNeeded(), Metric: s.metric}
	if s.Plan != nil {
		if cell := s.WantedCell(); cell != firstCell(s.Plan) {
			shown := link.Cell(cell)
			e.Shown = &shown
		}
	}
	return link.Encode(e)
}

// Address is where the page, rather than a frame, shows the experiment as it is.
func (s *Session) Address() string { return s.Browser.Home() + "#" + s.Fragment() }

// setAddress puts the experiment into the address bar, as a new entry of the history or in
// place of the present one. A frame leaves the history to the page around it, and tells it.
func (s *Session) setAddress(replace bool) {
	if s.Framed {
		s.watcher.ScenarioChanged()
		return
	}
	s.writeAddress(replace)
	s.watcher.Edited()
}

// writeAddress puts the experiment and the cell that is shown into the address bar of a page that is no frame.
func (s *Session) writeAddress(replace bool) {
	fragment := s.Fragment()
	s.addresses[fragmentKey(fragment)] = s.Draft.Opening
	s.Browser.SetAddress(fragment, replace)
}

// Navigated says that the address has another fragment now.
func (s *Session) Navigated(fragment string) {
	if fragment == "" {
		s.OpenItem(FirstItem)
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
	d := s.Form.Read(read)
	if d.Opening = s.addresses[fragmentKey(fragment)]; d.Opening == 0 {
		d.Opening = s.newOpening()
	}
	if metrics.Index(opened.Metric) < 0 {
		opened.Metric = ""
	}
	s.enter(d, true, (*experiment.Cell)(opened.Shown), opened.Metric)
}

// unusable says why a link cannot be opened. The first visit shows the textbook case then.
func (s *Session) unusable(why string) {
	s.Warn(why)
	s.watcher.NotOpened()
	if s.Draft.Machine.Kind == "" {
		s.Notice.Lasting = true
		s.OpenItem(FirstItem)
	}
}

// Share copies the address, which holds the experiment.
func (s *Session) Share() {
	if len(s.Wrong) > 0 {
		s.Warn("The link is of the last experiment without mistakes.")
	}
	s.Browser.Copy(s.Address())
}

var fragmentSeed = maphash.MakeSeed()

// fragmentKey stands for a fragment, which may be long, in Session.addresses.
func fragmentKey(fragment string) uint64 { return maphash.String(fragmentSeed, fragment) }
