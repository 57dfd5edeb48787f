//go:build unix

package cost

import (
	"syscall"
	"time"
)

// CPUTime is how long processors have worked for this program, whatever else they did.
func CPUTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
