//go:build js && wasm

// Package storage keeps the logs that the reader opened: in JavaScript's memory as long as the page lives, and in the browser's
// database. It does not know what is in them.
package storage

import (
	"fmt"

	"github.com/hack-pad/safejs"

	"backfill/ui/result"
)

// Log is a file's content in JavaScript's memory.
type Log struct {
	Ref     result.FileRef
	Content safejs.Value // ArrayBuffer
}

// Logs are the logs that the reader opened. Its methods wait, so they are called in goroutines of their own.
type Logs struct {
	open     map[string]Log // by SHA-256
	database *database      // nil until it is first needed
}

// New has no log in memory.
func New() *Logs { return &Logs{open: map[string]Log{}} }

// stored is the database; its absence is only an error for who needs it. One that was closed, or could not be opened, is opened anew: a
// disk need not stay full.
func (l *Logs) stored() (*database, error) {
	if l.database != nil && !l.database.closed {
		return l.database, nil
	}
	var err error
	l.database, err = openDatabase()
	return l.database, err
}

// Open keeps a log as long as the page lives.
func (l *Logs) Open(log Log) { l.open[log.Ref.SHA256] = log }

// Keep keeps a log that is open beyond a reload, if the browser allows it.
func (l *Logs) Keep(log Log) error {
	database, err := l.stored()
	if err != nil {
		return err
	}
	return database.put(log)
}

// Find finds a log by its hash or, if ref has none, by its name; false if it is not there.
func (l *Logs) Find(ref result.FileRef) (Log, bool, error) {
	if log, ok := l.open[ref.SHA256]; ok {
		log.Ref.Name = ref.Name
		return log, true, nil
	}
	database, err := l.stored()
	if err != nil {
		return Log{}, false, err
	}
	log, found, err := database.get(ref)
	if found {
		l.Open(log)
	}
	return log, found, err
}

// Fetch finds all of the logs. It is an error if one is not there.
func (l *Logs) Fetch(refs []result.FileRef) ([]Log, error) {
	var logs []Log
	for _, ref := range refs {
		log, found, err := l.Find(ref)
		if err != nil {
			return nil, err
		}
		if !found {
			return nil, fmt.Errorf("%s is not in this browser's storage: open that file", ref.Name)
		}
		logs = append(logs, log)
	}
	return logs, nil
}
