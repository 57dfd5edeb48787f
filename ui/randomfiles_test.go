package ui

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/demands"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/transform"
	"backfill/ui/opened"
	"backfill/ui/result"
	"backfill/ui/session"
)

// disk is the browser's storage, which whoever opens a link in the same browser has, too.
type disk struct {
	texts map[string]string      // of all logs there ever were, by their SHA-256
	refs  []result.FileRef       // of those that are stored, the last one last
	whole map[string]opened.File // what the page was told of them
}

func newDisk() *disk { return &disk{texts: map[string]string{}, whole: map[string]opened.File{}} }

// find is the log that a scenario means, the last one of that name if nothing more is known of it.
func (d *disk) find(f result.FileRef) (result.FileRef, bool) {
	for _, stored := range slices.Backward(d.refs) {
		if stored.Name == f.Name && cmp.Or(f.SHA256, stored.SHA256) == stored.SHA256 {
			return stored, true
		}
	}
	return f, false
}

// store stores a log.
func (d *disk) store(f result.FileRef) {
	d.refs = append(slices.DeleteFunc(d.refs, func(stored result.FileRef) bool { return stored == f }), f)
}

// fileDoings are what is done with files and addresses.
var fileDoings = []doing{
	{10, "drop", (*reader).drop},
	{12, "", func(r *reader) string {
		if len(r.coming) == 0 {
			return "no file comes"
		}
		i := r.IntN(len(r.coming)) // one that is larger takes longer
		come := r.coming[i]
		r.coming = slices.Delete(r.coming, i, i+1)
		come()
		return "a file comes"
	}},
	{10, "the storage answers", func(r *reader) string { r.finds(); return "" }},
	{1, "the storage is emptied", func(r *reader) string { r.disk.refs = nil; return "" }},
	{4, "open what was saved:", (*reader).opensSaved},
	{6, "go to", (*reader).navigates},
	{4, "gallery", func(r *reader) string {
		name := []string{session.FirstItem, "lublin.json", "there-is-none.json"}[r.IntN(3)]
		r.p.OpenItem(name)
		return name
	}},
	{1, "save everything", func(r *reader) string { r.savesEverything(); return "" }},
}

// unsizedLog is a log that does not say of which machine it is, and newerLog another one that has the name of one before.
const (
	unsizedLog = "1 0 10 100 8 -1 -1 8 200 -1 1 7 1 1 1 -1 -1 -1\n2 5 120 50 16 -1 -1 16 60 -1 1 8 1 1 1 -1 -1 -1\n"
	newerLog   = "; MaxProcs: 32\n; UnixStartTime: 850000000\n1 0 10 300 8 -1 -1 8 400 -1 1 7 1 1 1 -1 -1 -1\n2 5 120 50 32 -1 -1 32 60 -1 1 8 1 1 1 -1 -1 -1\n3 6 0 20 4 -1 -1 4 30 -1 1 7 1 1 1 -1 -1 -1\n4 9 0 20 4 -1 -1 4 30 -1 1 7 1 1 1 -1 -1 -1\n"
)

// drop drops a file, or two, on the page. It is read for a while, in which anything may happen.
func (r *reader) drop() string {
	kinds := []struct{ name, text string }{{"a.swf", smallLog}, {"there.swf", smallLog}, {"a.swf", newerLog}, {"waiting.swf", waitingLog}, {"unsized.swf", unsizedLog},
		{"broken.swf", brokenLog}, {"demands.csv", smallTable}, {"slurm.conf", clusterConf}, {"sacct.txt", clusterLog}, {"what.md", "# What"}, {"actions.csv", "at,do,jobs\n10,hold,2\n"}}
	var names []string
	for range 1 + r.IntN(2) {
		of := kinds[r.IntN(len(kinds))]
		names = append(names, of.name)
		r.drops(of.name, of.text)
	}
	if len(names) > 1 && r.IntN(2) == 0 {
		r.coming = append(r.coming, func() { r.p.FilesLeft([]string{"c.swf"}) })
	}
	return strings.Join(names, " and ")
}

// drops drops one file.
func (r *reader) drops(name, text string) {
	p, ref := r.p, result.FileRef{Name: name, Size: int64(len(text))}
	switch {
	case strings.HasSuffix(name, ".conf"):
		r.comes(opened.File{FileRef: ref, Configuration: []slurmconf.File{{Name: name, Text: text}, {Name: "accounts", Text: clusterAccounts}, {Name: "qos", Text: clusterQOS}}})
	case name == "actions.csv":
		r.comes(opened.File{FileRef: ref, Actions: []byte(text), Together: r.IntN(2) == 0})
	case strings.HasSuffix(name, ".json"):
		r.comes(opened.File{FileRef: ref, Scenario: []byte(text)})
	case p.Chosen(ref, []byte(text)):
		how := result.Reading{Skip: p.SkipsLines(name)}
		r.coming = append(r.coming, func() { r.reads(name, text, how) })
	}
}

// comes hands over a file that need not be read, soon.
func (r *reader) comes(f opened.File) { r.coming = append(r.coming, func() { r.p.FileCame(f) }) }

// reads reads a log or a table and stores it, if the storage has room.
func (r *reader) reads(name, text string, how result.Reading) {
	again := func(how result.Reading) { r.coming = append(r.coming, func() { r.reads(name, text, how) }) }
	f, err := fileOf(name, text, how)
	if err != nil {
		r.p.FileRefused(result.Failure{File: name, Line: 3, Reason: err.Error(), Skippable: name == "broken.swf"}, again)
		return
	}
	f.Again = again
	r.disk.texts[f.SHA256] = f.text
	full := r.IntN(6) == 0
	if !full {
		r.disk.store(f.FileRef)
	}
	r.p.FileCame(f.File)
	if full {
		r.p.NotKept(f.Name, errors.New("the disk is full"))
	}
}

// readFile is a file with what is kept of it.
type readFile struct {
	opened.File
	text string
}

// fileOf is a log or a table as a worker reads it.
func fileOf(name, text string, how result.Reading) (f readFile, err error) {
	f.text, f.Skips, f.Reading = text, how.Skip, how
	if name == "sacct.txt" {
		var kept strings.Builder
		read, err := accounting.Copy(&kept, strings.NewReader(text), name, accounting.Options{})
		if err != nil {
			return f, err
		}
		name, f.text, f.Kind, f.Legend, f.Waits, f.Format = "accounting-1.txt", kept.String(), "accounting", &read.Legend, true, "slurm"
		f.Named, f.Report, f.Sizing = &accounting.Named{Groups: []int64{2, 1}, QOS: []int64{3}}, &workload.Report{Jobs: 3}, &workload.Sizing{Widest: 8, Busy: 8}
	}
	f.FileRef = result.FileRef{Name: name, Size: int64(len(f.text)), SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(f.text)))}
	if f.Kind != "" || demands.IsTable(name) {
		return f, nil
	}
	lines := logs.Refuse
	if how.Skip {
		lines = logs.Skip
	}
	w, report, err := logs.Read(strings.NewReader(text), name, lines)
	if err != nil {
		return f, err
	}
	f.Report, f.Waits = report, w.Wait != nil
	if report.Header.Processors() == 0 {
		f.Sizing = transform.SizingOf(w)
	}
	return f, nil
}

// finds answers what the page asks of the storage.
func (r *reader) finds() {
	asked := r.b.looked
	r.b.looked = nil
	for _, f := range asked {
		r.p.FileFound(r.disk.find(f))
	}
}

// readAll lets all files come, and what is asked of the storage.
func (r *reader) readAll() {
	coming := r.coming
	r.coming = nil
	for _, come := range coming {
		come()
	}
	r.finds()
}

// opensSaved opens a file that the page has saved.
func (r *reader) opensSaved() string {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(r.b.saved)), func(name string) bool {
		return !strings.HasSuffix(name, ".json") && !strings.HasSuffix(name, ".swf")
	})
	if len(names) == 0 {
		return "nothing"
	}
	name := names[r.IntN(len(names))]
	r.drops(name, string(r.b.saved[name]))
	return name
}

// navigates goes to an address at which the page has been, or to one that cannot be opened.
func (r *reader) navigates() string {
	if r.p.frame != nil || r.b.address == "" {
		return "nowhere"
	}
	r.been = append(r.been, r.b.address)
	to := r.been[r.IntN(len(r.been))]
	switch r.IntN(12) {
	case 0:
		to = to[:len(to)/2]
		r.broken = to
	case 1:
		to = ""
	}
	r.b.address = to
	r.p.Navigated(to)
	return fmt.Sprintf("%.20s", to)
}
