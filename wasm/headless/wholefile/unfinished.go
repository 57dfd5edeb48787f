package wholefile

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// unfinished are the files that are being written beside those whose places they take.
var unfinished = struct {
	mutex sync.Mutex
	names map[string]bool
	watch sync.Once
}{names: map[string]bool{}}

// Begun notes that a file of that name is being written: until Ended is told of it, it goes at Ctrl-C, and the program ends.
func Begun(name string) {
	unfinished.watch.Do(func() {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
		go endAt(signals)
	})
	unfinished.mutex.Lock()
	defer unfinished.mutex.Unlock()
	unfinished.names[name] = true
}

// Ended notes that the file is whole, or gone.
func Ended(name string) {
	unfinished.mutex.Lock()
	defer unfinished.mutex.Unlock()
	delete(unfinished.names, name)
}

// endAt ends the program when a signal comes.
func endAt(signals <-chan os.Signal) {
	s := <-signals
	unfinished.mutex.Lock() // for ever: no file is begun any more
	for name := range unfinished.names {
		os.Remove(name)
	}
	status := 128 + int(syscall.SIGINT)
	if s == syscall.SIGTERM {
		status = 128 + int(syscall.SIGTERM)
	}
	os.Exit(status)
}
