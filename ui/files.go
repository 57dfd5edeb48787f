package ui

import (
	"fmt"
	"slices"
	"strings"

	"backfill/engine/param"
	"backfill/engine/scenario"
)

// filesNeeded are the logs that the draft names, as far as they are known.
func (p *Page) filesNeeded() []FileRef {
	var needed []FileRef
	choices := append([]Choice{p.draft.Workload}, p.draft.Transforms...)
	for i, c := range choices {
		about := p.form.workload(c.Kind)
		if i > 0 {
			about = p.form.transform(c.Kind)
		}
		if about == nil {
			continue
		}
		for _, q := range about.Params {
			name := strings.TrimSpace(c.Texts[q.Name])
			if q.Kind != param.File || name == "" || slices.ContainsFunc(needed, named(name)) {
				continue
			}
			f := FileRef{Name: name}
			if k := slices.IndexFunc(p.files, named(name)); k >= 0 {
				f = p.files[k]
			}
			needed = append(needed, f)
		}
	}
	return needed
}

func named(name string) func(FileRef) bool { return func(f FileRef) bool { return f.Name == name } }

// expect notes that a link means exactly this log by its name.
func (p *Page) expect(f FileRef) {
	p.files = append(slices.DeleteFunc(p.files, named(f.Name)), f)
	delete(p.opened, atHand(f))
}

// atHand is the key under which the page remembers that a log is in the browser's storage.
func atHand(f FileRef) string { return "log " + f.Name + " " + f.SHA256 }

// filesAtHand says whether all logs are there; for one that is not it looks.
func (p *Page) filesAtHand() bool {
	for _, f := range p.filesNeeded() {
		if f.SHA256 == "" || !p.opened[atHand(f)] {
			p.browser.FindFile(f)
			return false
		}
	}
	p.missing = nil
	return true
}

// FileFound answers FindFile: whether the log is in the browser's storage. f is
// complete then.
func (p *Page) FileFound(f FileRef, found bool) {
	if !found {
		p.missing = &f
		return
	}
	p.keep(f)
	p.resume()
}

// keep notes that f is what its name means, and there.
func (p *Page) keep(f FileRef) {
	p.expect(f)
	p.opened[atHand(f)] = true
}

// resume runs the experiment that waited for a log.
func (p *Page) resume() {
	p.check()
	if len(p.wrong) > 0 || !p.filesAtHand() {
		return
	}
	p.browser.SetAddress(p.fragment(), true)
	p.Run()
}

// FileCame opens a file that the user chose or dropped.
func (p *Page) FileCame(f File) {
	p.notice = notice{}
	if f.Scenario != nil {
		p.openScenario(f.Name, f.Scenario)
		return
	}
	if m := p.missing; m != nil {
		switch {
		case m.SHA256 == f.SHA256 || m.SHA256 == "" && m.Name == f.Name:
			ref := f.FileRef
			ref.Name = m.Name
			p.keep(ref)
			p.resume()
			return
		case m.Name == f.Name:
			p.warn(fmt.Sprintf("%s has the right name but another content than the log of this experiment: %s bytes with SHA-256 %s…, expected are %s bytes with %s….",
				f.Name, grouped(f.Size), start(f.SHA256), grouped(m.Size), start(m.SHA256)))
			return
		}
	}
	p.keep(f.FileRef)
	p.openLog(f)
}

func start(hash string) string { return hash[:min(12, len(hash))] }

func (p *Page) openScenario(name string, text []byte) {
	s, err := scenario.Read(text)
	if err != nil {
		p.warn(name + ": " + err.Error())
		return
	}
	p.missing = nil
	p.begin(p.form.read(s), false)
}

// openLog makes an experiment of a log: its own machine, the policies as they are.
func (p *Page) openLog(f File) {
	d := p.draft.clone()
	d.Name, d.Description = f.Name, ""
	kind := "swf"
	if strings.HasSuffix(strings.TrimSuffix(strings.ToLower(f.Name), ".gz"), ".cwf") {
		kind = "cwf"
	}
	d.Workload = Choice{Kind: kind, Texts: map[string]string{"file": f.Name}}
	d.Transforms = nil
	if f.Report != nil && f.Report.Header != nil {
		if n := f.Report.Header.Processors(); n > 0 {
			d.Machine = Choice{Kind: "cluster", Texts: map[string]string{"processors": fmt.Sprint(n)}}
		}
	}
	d.Policies = slices.DeleteFunc(d.Policies, func(c Choice) bool { return c.Kind == "recorded" })
	if len(d.Policies) == 0 {
		for _, kind := range []string{"fcfs", "easy", "conservative"} {
			d.Policies = append(d.Policies, Choice{Kind: kind, Texts: map[string]string{}})
		}
	}
	if f.Waits && p.form.policy("recorded") != nil {
		d.Policies = append(d.Policies, Choice{Kind: "recorded", Label: "As recorded", Texts: map[string]string{}})
	}
	p.missing = nil
	p.opened["report"] = true
	p.begin(d, false)
}

// FileRefused says that a file cannot be used.
func (p *Page) FileRefused(f Failure) { p.warn(f.sentence()) }

// sentence is the failure in words.
func (f Failure) sentence() string {
	where := f.Path
	if f.File != "" {
		where = f.File
		if f.Line > 0 {
			where = fmt.Sprintf("%s, line %d", f.File, f.Line)
		}
	}
	return join(": ", where, f.Value, f.Reason)
}

// OpenFile lets the user pick a file.
func (p *Page) OpenFile() { p.browser.ChooseFile() }

// GalleryCame hands over the gallery's index.
func (p *Page) GalleryCame(items []GalleryItem, failure string) {
	slices.SortStableFunc(items, func(a, b GalleryItem) int {
		return strings.Compare(galleryOrder(a.File), galleryOrder(b.File))
	})
	p.gallery = items
	if failure != "" {
		p.warn("The gallery cannot be shown: " + failure)
	}
}

// galleryOrder puts the first item first.
func galleryOrder(file string) string {
	if file == firstItem {
		return ""
	}
	return file
}

// ItemCame hands over an item of the gallery, a scenario.
func (p *Page) ItemCame(name string, content []byte, failure string) {
	if failure != "" {
		p.warn("The gallery's " + name + " cannot be opened: " + failure)
		return
	}
	s, err := scenario.Read(content)
	if err != nil {
		p.warn("The gallery's " + name + " cannot be opened: " + err.Error())
		return
	}
	p.missing = nil
	p.begin(p.form.read(s), p.results == nil)
}
