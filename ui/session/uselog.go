package session

import "backfill/ui/draft"

// askWhatFor asks whether a log is for the experiment at hand or for one of its own.
func (s *Session) askWhatFor(f File) {
	s.ask("Use "+f.Name+" in “"+s.Draft.Name+"” instead of the workload there? Everything else stays, except that the log's own requested times count.",
		Choice{Text: "Use it in this experiment", ID: "use-log-button", Do: func() {
			s.keep(f.FileRef)
			s.begin(s.once(s.Draft.WithLog(f.Name)), false)
		}},
		Choice{Text: "Open as a new experiment", ID: "new-experiment-button", Do: func() {
			s.keep(f.FileRef)
			s.openLog(f)
		}})
}

// once is d without repetitions if nothing in it is random, as in a log as it is.
func (s *Session) once(d draft.Draft) draft.Draft {
	_, _, wrong := s.Form.Write(&d)
	if wrong["/replications"] != "" || wrong["/precision/maxReplications"] != "" {
		delete(d.Settings.Texts, "replications")
		delete(d.Settings.Texts, "precision")
	}
	return d
}
