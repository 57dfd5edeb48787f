//go:build js && wasm

package storage

import (
	"errors"
	"fmt"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/ui/result"
	"backfill/wasm/javascript"
)

// database is the browser's own, in which a reload finds the logs again.
type database struct {
	js     safejs.Value // IDBDatabase
	closed bool         // by the browser, or for a later version of the page
}

const (
	databaseName    = "backfill"
	databaseVersion = 1
	logStore        = "logs" // {sha256, name, size, opened, content}, by sha256; those opened later have larger numbers
	nameIndex       = "name"
)

// openDatabase fails where the browser keeps nothing, as in some private windows.
func openDatabase() (*database, error) {
	s := &javascript.Script{}
	indexedDB := s.Global("indexedDB")
	if s.Err == nil && !javascript.Present(indexedDB) {
		return nil, errors.New("the browser has no storage")
	}
	request := s.Call(indexedDB, "open", databaseName, databaseVersion)
	upgrade := s.Function(func([]safejs.Value) {
		s := &javascript.Script{}
		store := s.Call(s.Get(request, "result"), "createObjectStore", logStore, map[string]any{"keyPath": "sha256"})
		s.Call(store, "createIndex", nameIndex, "name")
		javascript.Report(s.Err)
	})
	defer upgrade.Release()
	s.Set(request, "onupgradeneeded", upgrade.Value())
	if s.Err != nil {
		return nil, fmt.Errorf("open the browser's storage: %w", s.Err)
	}
	opened, err := finished(request)
	if err != nil {
		return nil, fmt.Errorf("open the browser's storage: %w", err)
	}
	d := &database{js: opened}
	// Another tab with a later version of the page may want to change the database.
	s.Listen(opened, "versionchange", func(safejs.Value) {
		d.closed = true
		s := &javascript.Script{}
		s.Call(opened, "close")
		javascript.Report(s.Err)
	})
	// The browser closes it when somebody has it forget what pages have stored, or when its disk fails.
	s.Listen(opened, "close", func(safejs.Value) { d.closed = true })
	return d, s.Err
}

// put has stored the log when it returns: a full disk shows only when the transaction ends.
func (d *database) put(l Log) error {
	s := &javascript.Script{}
	entry := s.New("Object")
	s.Set(entry, "sha256", l.Ref.SHA256)
	s.Set(entry, "name", l.Ref.Name)
	s.Set(entry, "size", l.Ref.Size)
	s.Set(entry, "opened", nextOpened())
	s.Set(entry, "content", l.Content)
	transaction := s.Call(d.js, "transaction", logStore, "readwrite")
	s.Call(s.Call(transaction, "objectStore", logStore), "put", entry)
	if s.Err == nil {
		s.Err = settled(transaction, "oncomplete", "onabort")
	}
	return s.Err
}

// nextOpened is larger than all before it, even if the clock was set back: the time in milliseconds since 1970, or a little more.
func nextOpened() float64 {
	const key = "backfill-opened" // the last one
	s := &javascript.Script{}
	kept := s.Global("localStorage")
	last := s.Number(s.Call(s.Global(), "Number", s.Call(kept, "getItem", key))) // 0 if there was none
	now := max(float64(time.Now().UnixMilli()), last+1)
	s.Call(kept, "setItem", key, now)
	javascript.Report(s.Err)
	return now
}

// get finds a log by its hash or, if ref has none, the one of that name that was
// opened last; false if there is none.
func (d *database) get(ref result.FileRef) (Log, bool, error) {
	s := &javascript.Script{}
	store := s.Call(s.Call(d.js, "transaction", logStore, "readonly"), "objectStore", logStore)
	var request safejs.Value
	if ref.SHA256 != "" {
		request = s.Call(store, "getAll", ref.SHA256)
	} else {
		request = s.Call(s.Call(store, "index", nameIndex), "getAll", ref.Name)
	}
	if s.Err == nil {
		var entries safejs.Value
		if entries, s.Err = finished(request); s.Err == nil {
			return latest(s, entries, ref.Name)
		}
	}
	return Log{}, false, fmt.Errorf("look for %s in the browser's storage: %w", ref.Name, s.Err)
}

// latest is the entry that was opened last, under the name that it is wanted by.
func latest(s *javascript.Script, entries safejs.Value, name string) (Log, bool, error) {
	var found Log
	last := -1.0
	for i := range int(s.Number(entries, "length")) {
		entry := s.Call(entries, "at", i)
		if opened := s.Number(entry, "opened"); s.Err == nil && opened > last {
			last = opened
			found.Ref = result.FileRef{Name: name, Size: int64(s.Number(entry, "size")), SHA256: s.Text(entry, "sha256")}
			found.Content = s.Get(entry, "content")
		}
	}
	return found, last >= 0 && s.Err == nil, s.Err
}

// finished waits for an IDBRequest and is its result.
func finished(request safejs.Value) (safejs.Value, error) {
	s := &javascript.Script{Err: settled(request, "onsuccess", "onerror")}
	return s.Get(request, "result"), s.Err
}

// settled waits until one of two handlers of an IDBRequest or IDBTransaction is called; after the second one it says what has failed.
func settled(target safejs.Value, succeeds, fails string) error {
	done := make(chan error, 1)
	s := &javascript.Script{}
	success := s.Function(func([]safejs.Value) { done <- nil })
	failed := s.Function(func([]safejs.Value) {
		s := &javascript.Script{}
		cause := s.Get(target, "error")
		switch {
		case s.Err != nil:
		case javascript.Present(cause):
			if name := s.Text(cause, "name"); name == "QuotaExceededError" {
				s.Err = errors.New("its storage is full")
			} else {
				s.Err = javascript.Reason(cause)
			}
		default:
			s.Err = errors.New("the browser has given it up")
		}
		done <- s.Err
	})
	defer success.Release()
	defer failed.Release()
	s.Set(target, succeeds, success.Value())
	s.Set(target, fails, failed.Value())
	if s.Err == nil {
		s.Err = <-done
	}
	return s.Err
}
