package session

import (
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/ui/draft"
)

// OpenDraft opens an experiment: what was open before can be had back by undo.
func (s *Session) OpenDraft(d draft.Draft, replaceAddress bool) {
	d.Opening = s.newOpening()
	metric := ""
	if s.Framed {
		metric = s.metric // the reader's, while the page around tells of one experiment after the other
	}
	s.enter(d, replaceAddress, nil, metric)
}

// newOpening numbers the experiments that are opened.
func (s *Session) newOpening() int {
	s.openings++
	return s.openings
}

// enter shows a cell of an experiment that was opened, now or before, or the one of the plan that comes closest; nil: its first one. The answer is
// about a metric, "" being the first one.
func (s *Session) enter(d draft.Draft, replaceAddress bool, cell *experiment.Cell, metric string) {
	if s.Draft.Machine.Kind != "" && !s.Draft.Equal(d) {
		s.History.Note(s.Draft, "")
	}
	s.change++ // what waited to be run is out of date
	s.awaitedItem = ""
	s.replaceDraft(d)
	s.setOriginal(d)
	if delete(s.cells, d.Opening); cell != nil {
		s.cells[d.Opening] = *cell
	}
	s.metric = metric
	s.Question = Question{}
	if !s.Notice.Lasting {
		s.Notice = Notice{}
	}
	s.Notice.Lasting = false
	s.watcher.Opened()
	s.check()
	s.whenChecked(func() {
		if len(s.Wrong) > 0 {
			s.watcher.SayMistake()
			s.watcher.Mistaken()
			return
		}
		s.Browser.ToTop()
		s.setAddress(replaceAddress)
		if s.filesAtHand() {
			s.Run()
		}
	})
}

// replaceDraft puts an experiment in the place of the draft. What was to have the focus once it is rendered need not be there any more.
func (s *Session) replaceDraft(d draft.Draft) {
	s.Draft = d
	s.Browser.Focus("")
	s.watcher.DraftReplaced()
}

// OpenScenario opens a scenario from a file of that name.
func (s *Session) OpenScenario(name string, text []byte) {
	read, err := scenario.Read(text)
	if err != nil {
		s.Warn(name + ": " + err.Error())
		return
	}
	s.Missing = nil
	s.OpenDraft(s.Form.Read(read), false)
}

// GalleryCame hands over the gallery's index, in the order in which it is offered.
func (s *Session) GalleryCame(items []GalleryItem, failure string) {
	s.Gallery = items
	if failure != "" {
		s.Warn("The gallery cannot be shown: " + failure)
	}
}

// OpenItem opens an item of the gallery when it comes, unless another experiment is opened before that.
func (s *Session) OpenItem(name string) {
	s.awaitedItem = name
	s.Browser.GalleryItem(name)
}

// ItemCame hands over an item of the gallery, a scenario.
func (s *Session) ItemCame(name string, content []byte, failure string) {
	if name != s.awaitedItem {
		return
	}
	s.awaitedItem = ""
	if failure != "" {
		s.noItem(name, failure)
		return
	}
	read, err := scenario.Read(content)
	if err != nil {
		s.noItem(name, err.Error())
		return
	}
	s.Missing = nil
	s.OpenDraft(s.Form.Read(read), s.Shown.Results == nil)
	s.Item = name
}

// noItem says why an item cannot be opened. A page whose address names it shows the textbook case then; a frame shows nothing else than
// what its page wants.
func (s *Session) noItem(name, why string) {
	why = "The gallery's " + name + " cannot be opened: " + why
	if s.Framed || name == FirstItem {
		s.Warn(why)
		s.watcher.NotOpened()
		return
	}
	s.unusable(why)
}

// FirstItem is the gallery's item that a first visit sees.
const FirstItem = "textbook.json"
