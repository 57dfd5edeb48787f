package main

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// unfinished are the files that are being written beside those whose places they take: at Ctrl-C
// they go, and the program ends.
var unfinished unfinishedFiles

type unfinishedFiles struct {
	mutex sync.Mutex
	names map[string]bool
	watch sync.Once
}

func (u *unfinishedFiles) add(name string) {
	u.watch.Do(func() {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
		go u.end(signals)
	})
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if u.names == nil {
		u.names = map[string]bool{}
	}
	u.names[name] = true
}

func (u *unfinishedFiles) remove(name string) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	delete(u.names, name)
}

// end ends the program when a signal comes.
func (u *unfinishedFiles) end(signals <-chan os.Signal) {
	s := <-signals
	u.mutex.Lock() // for ever: no file is begun any more
	for name := range u.names {
		os.Remove(name)
	}
	status := 128 + int(syscall.SIGINT)
	if s == syscall.SIGTERM {
		status = 128 + int(syscall.SIGTERM)
	}
	os.Exit(status)
}
