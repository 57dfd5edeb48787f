//go:build js && wasm

package main

import (
	"errors"
	"fmt"

	"github.com/hack-pad/safejs"

	"backfill/ui/result"
	"backfill/wasm/promise"
)

// storage keeps logs in the browser's own database, so that a reload finds them.
// Its methods wait, so they are called in goroutines of their own.
type storage struct {
	database safejs.Value
}

const (
	databaseName    = "backfill"
	databaseVersion = 1
	logStore        = "logs" // {sha256, name, size, opened, content}, by sha256
	nameIndex       = "name"
)

// openStorage fails where the browser keeps nothing, as in some private windows.
func openStorage() (*storage, error) {
	s := &script{}
	indexedDB := s.global("indexedDB")
	if s.err == nil && !present(indexedDB) {
		return nil, errors.New("the browser has no storage")
	}
	request := s.call(indexedDB, "open", databaseName, databaseVersion)
	upgrade := s.function(func([]safejs.Value) {
		s := &script{}
		store := s.call(s.get(request, "result"), "createObjectStore", logStore, map[string]any{"keyPath": "sha256"})
		s.call(store, "createIndex", nameIndex, "name")
		report(s.err)
	})
	defer upgrade.Release()
	s.set(request, "onupgradeneeded", upgrade.Value())
	if s.err != nil {
		return nil, fmt.Errorf("open the browser's storage: %w", s.err)
	}
	database, err := finished(request)
	if err != nil {
		return nil, fmt.Errorf("open the browser's storage: %w", err)
	}
	// Another tab with a later version of the page may want to change the database.
	s.listen(database, "versionchange", func(safejs.Value) {
		s := &script{}
		s.call(database, "close")
		report(s.err)
	})
	return &storage{database}, s.err
}

func (d *storage) put(l log) error {
	s := &script{}
	entry := s.create("Object")
	s.set(entry, "sha256", l.ref.SHA256)
	s.set(entry, "name", l.ref.Name)
	s.set(entry, "size", l.ref.Size)
	s.set(entry, "opened", s.call(s.global("Date"), "now"))
	s.set(entry, "content", l.content)
	transaction := s.call(d.database, "transaction", logStore, "readwrite")
	request := s.call(s.call(transaction, "objectStore", logStore), "put", entry)
	if s.err == nil {
		_, s.err = finished(request)
	}
	if s.err != nil {
		return fmt.Errorf("keep %s in the browser's storage: %w", l.ref.Name, s.err)
	}
	return nil
}

// get finds a log by its hash or, if ref has none, the one of that name that was
// opened last; false if there is none.
func (d *storage) get(ref result.FileRef) (log, bool, error) {
	s := &script{}
	store := s.call(s.call(d.database, "transaction", logStore, "readonly"), "objectStore", logStore)
	var request safejs.Value
	if ref.SHA256 != "" {
		request = s.call(store, "getAll", ref.SHA256)
	} else {
		request = s.call(s.call(store, "index", nameIndex), "getAll", ref.Name)
	}
	if s.err == nil {
		var entries safejs.Value
		if entries, s.err = finished(request); s.err == nil {
			return latest(s, entries, ref.Name)
		}
	}
	return log{}, false, fmt.Errorf("look for %s in the browser's storage: %w", ref.Name, s.err)
}

// latest is the entry that was opened last, under the name that it is wanted by.
func latest(s *script, entries safejs.Value, name string) (log, bool, error) {
	var found log
	last := -1.0
	for i := range int(s.number(entries, "length")) {
		entry := s.call(entries, "at", i)
		if opened := s.number(entry, "opened"); s.err == nil && opened > last {
			last = opened
			found.ref = result.FileRef{Name: name, Size: int64(s.number(entry, "size")), SHA256: s.text(entry, "sha256")}
			found.content = s.get(entry, "content")
		}
	}
	return found, last >= 0 && s.err == nil, s.err
}

// finished waits for an IDBRequest.
func finished(request safejs.Value) (safejs.Value, error) {
	done := make(chan error, 1)
	s := &script{}
	success := s.function(func([]safejs.Value) { done <- nil })
	failed := s.function(func([]safejs.Value) {
		s := &script{}
		cause := s.get(request, "error")
		if s.err == nil {
			s.err = promise.Reason(cause)
		}
		done <- s.err
	})
	defer success.Release()
	defer failed.Release()
	s.set(request, "onsuccess", success.Value())
	s.set(request, "onerror", failed.Value())
	if s.err == nil {
		s.err = <-done
	}
	return s.get(request, "result"), s.err
}
