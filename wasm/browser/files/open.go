//go:build js && wasm

package files

import (
	"fmt"
	"strings"

	"github.com/hack-pad/safejs"

	"backfill/engine/workload/demands"
	"backfill/ui/opened"
	"backfill/ui/result"
	"backfill/wasm/browser/storage"
	"backfill/wasm/javascript"
)

// maxFile is the largest file that is opened, in bytes: some log of ten million
// jobs, or a mistake.
const maxFile = 1 << 30

// largeFile is the size in bytes of a log of some 20,000 jobs.
const largeFile = 1 << 20

func (f *Files) FindFile(ref result.FileRef) {
	go javascript.Guard(func() {
		l, found, err := f.logs.Find(ref)
		javascript.Report(err)
		if found {
			ref = l.Ref
		}
		f.loop.Update(func() { f.page.FileFound(ref, found) })
	})
}

func (f *Files) ChooseFile() {
	s := &javascript.Script{}
	input := s.Call(s.Global("document"), "createElement", "input")
	s.Set(input, "type", "file")
	s.Set(input, "multiple", true)
	s.Listen(input, "change", func(safejs.Value) {
		s := &javascript.Script{}
		f.openAll(s, s.Get(input, "files"))
		javascript.Report(s.Err)
	})
	s.Call(input, "click")
	javascript.Report(s.Err)
}

// listenDrop opens files that are dropped anywhere. While they hover, <html> has
// the attribute data-drop.
func (f *Files) listenDrop(s *javascript.Script) {
	window, root := s.Global("window"), s.Global("document", "documentElement")
	depth := 0 // of the elements entered and not left
	holdsFiles := func(e safejs.Value) bool {
		s := &javascript.Script{}
		transfer := s.Get(e, "dataTransfer")
		if s.Err != nil || !javascript.Present(transfer) {
			return false
		}
		return s.Truthy(s.Call(s.Get(transfer, "types"), "includes", "Files"))
	}
	hint := func(show bool) {
		s := &javascript.Script{}
		s.Call(root, "toggleAttribute", "data-drop", show)
		javascript.Report(s.Err)
	}
	s.ListenActive(window, "dragenter", func(e safejs.Value) {
		if holdsFiles(e) {
			depth++
			hint(true)
		}
	})
	s.ListenActive(window, "dragleave", func(e safejs.Value) {
		if holdsFiles(e) {
			if depth--; depth <= 0 {
				depth = 0
				hint(false)
			}
		}
	})
	s.ListenActive(window, "dragover", func(e safejs.Value) {
		if holdsFiles(e) {
			s := &javascript.Script{}
			s.Call(e, "preventDefault")
			s.Set(s.Get(e, "dataTransfer"), "dropEffect", "copy")
			javascript.Report(s.Err)
		}
	})
	s.ListenActive(window, "drop", func(e safejs.Value) {
		if !holdsFiles(e) {
			return
		}
		s := &javascript.Script{}
		s.Call(e, "preventDefault")
		depth = 0
		hint(false)
		f.openAll(s, s.Get(e, "dataTransfer", "files"))
		javascript.Report(s.Err)
	})
}

// openAll opens of a FileList the first scenario, the first log, or all files of one accounting log, the first table of what
// jobs ask for, which may be the scenario's, all files of a configuration, and the first table of what people did. The list itself does not outlive its event.
func (f *Files) openAll(s *javascript.Script, list safejs.Value) {
	var all []safejs.Value
	for i := range int(s.Number(list, "length")) {
		all = append(all, s.Call(list, "item", i))
	}
	if s.Err != nil {
		return
	}
	go javascript.Guard(func() {
		var scenarios, configurations, logs, tables, actions []safejs.Value
		var begins [][]byte // what the logs begin with
		for _, file := range all {
			s := &javascript.Script{}
			start := s.Bytes(s.Await(s.Call(s.Call(file, "slice", 0, opened.BytesThatTell), "arrayBuffer")))
			s.Err = nil // of one that cannot be read the name tells
			switch name := s.Text(file, "name"); {
			case strings.HasSuffix(strings.ToLower(name), ".json"):
				scenarios = append(scenarios, file)
			case opened.IsActions(start):
				actions = append(actions, file)
			case demands.IsTable(name):
				tables = append(tables, file)
			case opened.IsConfiguration(name, start):
				configurations = append(configurations, file)
			default: // also one that cannot be read: opening it says why
				logs, begins = append(logs, file), append(begins, start)
			}
		}
		var left []string
		any := f.openConfiguration(configurations) // before the log that it is about
		log := join(logs, begins)
		joined := log != nil && f.openContent(log.ref, log.content)
		if log != nil {
			any = any || joined
			logs, left = nil, log.left
		}
		for _, files := range [...][]safejs.Value{scenarios, logs, tables} {
			first, more := f.openFirst(files)
			any, left = any || first, append(left, more...)
		}
		if len(actions) > 0 { // after the log and the configuration, by whose names they go
			f.openActions(actions[0], any)
			any = true
			for _, file := range actions[1:] {
				s := &javascript.Script{}
				left = append(left, s.Text(file, "name"))
				javascript.Report(s.Err)
			}
		}
		if joined {
			f.loop.Update(func() { f.page.FilesJoined(log.files, log.names) })
		}
		if any && len(left) > 0 {
			f.loop.Update(func() { f.page.FilesLeft(left) })
		}
	})
}

// openConfiguration hands all files of a configuration to the page; false if none of them can be used.
func (f *Files) openConfiguration(files []safejs.Value) bool {
	came := opened.File{}
	for _, file := range files {
		s := &javascript.Script{}
		ref := result.FileRef{Name: s.Text(file, "name"), Size: int64(s.Number(file, "size"))}
		one, err := opened.ReadConfiguration(ref, func() ([]byte, error) {
			content := s.Bytes(s.Await(s.Call(file, "arrayBuffer")))
			return content, s.Err
		})
		if err != nil {
			came.Refused = append(came.Refused, err.Error())
			continue
		}
		if came.Configuration == nil {
			came.FileRef = ref
		}
		came.Configuration = append(came.Configuration, one)
	}
	switch {
	case came.Configuration != nil:
		f.loop.Update(func() { f.page.FileCame(came) })
	case came.Refused != nil:
		f.loop.Update(func() { f.page.Warn(strings.Join(came.Refused, ". ")) })
	}
	return came.Configuration != nil
}

// openActions hands a table of what people did to the page, which came with other files or alone.
func (f *Files) openActions(file safejs.Value, together bool) {
	s := &javascript.Script{}
	ref := result.FileRef{Name: s.Text(file, "name"), Size: int64(s.Number(file, "size"))}
	content, err := opened.ReadActions(ref, func() ([]byte, error) {
		content := s.Bytes(s.Await(s.Call(file, "arrayBuffer")))
		return content, s.Err
	})
	f.loop.Update(func() {
		if err != nil {
			f.page.Warn(err.Error())
			return
		}
		f.page.FileCame(opened.File{FileRef: ref, Actions: content, Together: together})
	})
}

// openFirst opens the first of the files that can be used, and names the others.
func (f *Files) openFirst(files []safejs.Value) (found bool, left []string) {
	for _, file := range files {
		if !found && f.open(file) {
			found = true
			continue
		}
		s := &javascript.Script{}
		left = append(left, s.Text(file, "name"))
		javascript.Report(s.Err)
	}
	return found, left
}

// open reads one file and hands it to the page; false if it cannot be used.
func (f *Files) open(file safejs.Value) bool {
	s := &javascript.Script{}
	ref := result.FileRef{Name: s.Text(file, "name"), Size: int64(s.Number(file, "size"))}
	if s.Err == nil && ref.Size > maxFile {
		f.refuse(ref.Name, fmt.Sprintf("%d bytes; a file of at most %d is accepted", ref.Size, maxFile))
		return false
	}
	return f.openContent(ref, file)
}

// refuse tells the page why a file cannot be used.
func (f *Files) refuse(name, why string) {
	f.loop.Update(func() { f.page.FileRefused(result.Failure{File: name, Reason: why}, nil) })
}

// openContent is open for a Blob that has the content.
func (f *Files) openContent(ref result.FileRef, content safejs.Value) bool {
	s := &javascript.Script{}
	start := s.Bytes(s.Await(s.Call(s.Call(content, "slice", 0, opened.BytesThatTell), "arrayBuffer")))
	if s.Err != nil {
		f.refuse(ref.Name, "the file cannot be read: "+s.Err.Error())
		return false
	}
	chosen := false
	f.loop.Update(func() { chosen = f.page.Chosen(ref, start) })
	if !chosen {
		return false
	}
	if scenario, yes := asScenario(ref, start, content); yes {
		f.loop.Update(func() { f.page.FileCame(opened.File{FileRef: ref, Scenario: scenario}) })
		return true
	}
	return f.read(ref, content, result.Reading{Skip: f.page.SkipsLines(ref.Name)})
}

// asScenario is the content of a file that is JSON, by its name or its start.
func asScenario(ref result.FileRef, start []byte, content safejs.Value) ([]byte, bool) {
	if !opened.IsScenario(ref.Name, start) {
		return nil, false
	}
	s := &javascript.Script{}
	b := s.Bytes(s.Await(s.Call(content, "arrayBuffer")))
	javascript.Report(s.Err)
	return b, s.Err == nil
}

// read has a worker look through a log, then keeps it; false if it is refused. Of an accounting log, which may be large, the page itself never has the content.
func (f *Files) read(ref result.FileRef, content safejs.Value, how result.Reading) bool {
	again := func(how result.Reading) { go javascript.Guard(func() { f.read(ref, content, how) }) }
	found, copied, failure := f.simulator.Read(ref, content, how)
	if found == nil {
		f.loop.Update(func() {
			f.page.FileRefused(*failure, again)
		})
		return false
	}
	l := storage.Log{Ref: ref}
	l.Ref.Name, l.Ref.SHA256 = found.Name, found.SHA256
	s := &javascript.Script{}
	if copied != nil { // of what the reader opened nothing is kept
		l.Ref.Size, l.Content = int64(len(copied)), s.Get(s.Array(copied), "buffer")
	} else {
		l.Content = s.Await(s.Call(content, "arrayBuffer"))
	}
	if s.Err != nil { // it may have changed since
		f.refuse(ref.Name, "the file cannot be read: "+s.Err.Error())
		return false
	}
	f.logs.Open(l)
	f.loop.Update(func() {
		f.page.FileCame(opened.File{FileRef: l.Ref, Kind: found.Kind, Legend: found.Legend, Named: found.Named, Inferred: found.Inferred, Report: found.Report, Waits: found.Waits, Sizing: found.Sizing, Skips: how.Skip, Format: found.Format, Columns: found.Columns, Reading: how, Again: again})
	})
	// To store a large log takes the page's thread for some 0.2 s, and other processes of the browser for longer: its picture comes first.
	if l.Ref.Size >= largeFile {
		f.simulator.Rest()
	}
	if err := f.logs.Keep(l); err != nil {
		f.loop.Update(func() { f.page.NotKept(l.Ref.Name, err) })
	}
	return true
}
