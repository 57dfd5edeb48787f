//go:build js && wasm

package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/engine"
	"backfill/engine/workload/demands"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/wasm/promise"
	"backfill/wasm/wire"
)

// maxFile is the largest file that is opened, in bytes: some log of ten million
// jobs, or a mistake.
const maxFile = 1 << 30

// files are the logs that the user opened: in JavaScript's memory as long as the
// page lives, and in the browser's storage. Its methods wait.
type files struct {
	open    map[string]log // by SHA-256
	storage *storage       // nil until it is first needed
	broken  error          // why there is no storage
}

func newFiles() *files { return &files{open: map[string]log{}} }

// stored is the storage; its absence is only an error for who needs it.
func (f *files) stored() (*storage, error) {
	if f.storage == nil && f.broken == nil {
		f.storage, f.broken = openStorage()
	}
	return f.storage, f.broken
}

// keep remembers a log that is open beyond a reload, if the browser allows it.
func (f *files) keep(l log) error {
	storage, err := f.stored()
	if err != nil {
		return err
	}
	return storage.put(l)
}

// find finds a log by its hash or, if ref has none, by its name; false if it is not there.
func (f *files) find(ref result.FileRef) (log, bool, error) {
	if l, ok := f.open[ref.SHA256]; ok {
		l.ref.Name = ref.Name
		return l, true, nil
	}
	storage, err := f.stored()
	if err != nil {
		return log{}, false, err
	}
	l, found, err := storage.get(ref)
	if found {
		f.open[l.ref.SHA256] = l
	}
	return l, found, err
}

// fetch finds all of the logs.
func (f *files) fetch(refs []result.FileRef) ([]log, error) {
	var logs []log
	for _, ref := range refs {
		l, found, err := f.find(ref)
		if err != nil {
			return nil, err
		}
		if !found {
			return nil, fmt.Errorf("%s is not in this browser's storage: open that file", ref.Name)
		}
		logs = append(logs, l)
	}
	return logs, nil
}

func (b *browser) FindFile(ref result.FileRef) {
	go guard(func() {
		l, found, err := b.files.find(ref)
		report(err)
		if found {
			ref = l.ref
		}
		b.update(func() { b.page.FileFound(ref, found) })
	})
}

func (b *browser) ChooseFile() {
	s := &script{}
	input := s.call(s.global("document"), "createElement", "input")
	s.set(input, "type", "file")
	s.set(input, "multiple", true)
	s.listen(input, "change", func(safejs.Value) {
		s := &script{}
		b.openAll(s, s.get(input, "files"))
		report(s.err)
	})
	s.call(input, "click")
	report(s.err)
}

// attachDrop opens files that are dropped anywhere. While they hover, <html> has
// the attribute data-drop.
func (b *browser) attachDrop() error {
	s := &script{}
	window, root := s.global("window"), s.global("document", "documentElement")
	depth := 0 // of the elements entered and not left
	holdsFiles := func(e safejs.Value) bool {
		s := &script{}
		transfer := s.get(e, "dataTransfer")
		if s.err != nil || !present(transfer) {
			return false
		}
		return s.truthy(s.call(s.get(transfer, "types"), "includes", "Files"))
	}
	hint := func(show bool) {
		s := &script{}
		s.call(root, "toggleAttribute", "data-drop", show)
		report(s.err)
	}
	s.listenActive(window, "dragenter", func(e safejs.Value) {
		if holdsFiles(e) {
			depth++
			hint(true)
		}
	})
	s.listenActive(window, "dragleave", func(e safejs.Value) {
		if holdsFiles(e) {
			if depth--; depth <= 0 {
				depth = 0
				hint(false)
			}
		}
	})
	s.listenActive(window, "dragover", func(e safejs.Value) {
		if holdsFiles(e) {
			s := &script{}
			s.call(e, "preventDefault")
			s.set(s.get(e, "dataTransfer"), "dropEffect", "copy")
			report(s.err)
		}
	})
	s.listenActive(window, "drop", func(e safejs.Value) {
		if !holdsFiles(e) {
			return
		}
		s := &script{}
		s.call(e, "preventDefault")
		depth = 0
		hint(false)
		b.openAll(s, s.get(e, "dataTransfer", "files"))
		report(s.err)
	})
	return s.err
}

// openAll opens of a FileList the first scenario, the first log and the first table of what
// jobs ask for: they may be the scenario's. The list itself does not outlive its event.
func (b *browser) openAll(s *script, list safejs.Value) {
	var scenarios, logs, tables []safejs.Value
	for i := range int(s.number(list, "length")) {
		file := s.call(list, "item", i)
		switch name := s.text(file, "name"); {
		case strings.HasSuffix(strings.ToLower(name), ".json"):
			scenarios = append(scenarios, file)
		case demands.IsTable(name):
			tables = append(tables, file)
		default:
			logs = append(logs, file)
		}
	}
	if s.err != nil {
		return
	}
	go guard(func() {
		var left []string
		any := false
		for _, files := range [...][]safejs.Value{scenarios, logs, tables} {
			opened, more := b.openFirst(files)
			any, left = any || opened, append(left, more...)
		}
		if any && len(left) > 0 {
			b.update(func() { b.page.FilesLeft(left) })
		}
	})
}

// openFirst opens the first of the files that can be used, and names the others.
func (b *browser) openFirst(files []safejs.Value) (opened bool, left []string) {
	for _, file := range files {
		if !opened && b.open(file) {
			opened = true
			continue
		}
		s := &script{}
		left = append(left, s.text(file, "name"))
		report(s.err)
	}
	return opened, left
}

// open reads one file and hands it to the page; false if it cannot be used.
func (b *browser) open(file safejs.Value) bool {
	s := &script{}
	ref := result.FileRef{Name: s.text(file, "name"), Size: int64(s.number(file, "size"))}
	refuse := func(f result.Failure) { b.update(func() { b.page.FileRefused(f) }) }
	if s.err == nil && ref.Size > maxFile {
		refuse(result.Failure{File: ref.Name, Reason: fmt.Sprintf("%d bytes; a file of at most %d is accepted", ref.Size, maxFile)})
		return false
	}
	coming := s.call(file, "arrayBuffer")
	if s.err != nil {
		report(s.err)
		return false
	}
	content, err := promise.Await(coming)
	if err != nil {
		refuse(result.Failure{File: ref.Name, Reason: "the file cannot be read: " + err.Error()})
		return false
	}
	start := s.bytes(s.call(content, "slice", 0, 256))
	if s.err != nil {
		report(s.err)
		return false
	}
	chosen := false
	b.update(func() { chosen = b.page.Chosen(ref, start) })
	if !chosen {
		return false
	}
	if scenario, yes := asScenario(ref, start, content); yes {
		b.update(func() { b.page.FileCame(session.File{FileRef: ref, Scenario: scenario}) })
		return true
	}
	return b.read(log{ref, content}, refuse)
}

// letRunBegin waits until a run that is about to begin has made another workload than the one before, but not for long. To
// store a large log takes the page's thread for some 0.2 s, in which a worker that has told its workload needs nothing of it.
func (b *browser) letRunBegin(before *engine.Workload) {
	const limit, interval = time.Second, 10 * time.Millisecond
	for begin := time.Now(); (b.simulating || b.page.RunIsDue()) && b.workload == before && time.Since(begin) < limit; {
		time.Sleep(interval)
	}
}

// asScenario is the content of a file that is JSON, by its name or its start.
func asScenario(ref result.FileRef, start []byte, content safejs.Value) ([]byte, bool) {
	if !session.IsScenario(ref.Name, start) {
		return nil, false
	}
	s := &script{}
	b := s.bytes(content)
	report(s.err)
	return b, s.err == nil
}

// read has a worker look through a log, then keeps it; false if it is refused.
func (b *browser) read(l log, refuse func(result.Failure)) bool {
	answered := make(chan wire.Answer, 1)
	_, err := b.pool.begin(b.pool.page, wire.Request{Ask: wire.Read, Files: []result.FileRef{l.ref}}, nil, l.content, nil,
		func(a wire.Answer, _ []byte) { answered <- a })
	if err != nil {
		refuse(result.Failure{File: l.ref.Name, Reason: err.Error(), Crash: true})
		return false
	}
	a := <-answered
	if a.Log == nil {
		refuse(*a.Failure)
		return false
	}
	l.ref.SHA256 = a.Log.SHA256
	b.files.open[l.ref.SHA256] = l
	before := b.workload
	b.update(func() {
		b.page.FileCame(session.File{FileRef: l.ref, Report: a.Log.Report, Waits: a.Log.Waits})
	})
	if l.ref.Size >= muchData {
		b.letRunBegin(before)
	}
	report(b.files.keep(l))
	return true
}
