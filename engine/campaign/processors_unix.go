//go:build unix

package campaign

import (
	"syscall"
	"time"
)

// processorTime is how long this program has used processors, and those that it started and that have ended.
func processorTime() time.Duration {
	var all time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var r syscall.Rusage
		if err := syscall.Getrusage(who, &r); err != nil {
			return 0
		}
		all += time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	return all
}
