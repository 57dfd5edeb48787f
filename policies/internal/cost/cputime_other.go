//go:build !unix

package cost

import "time"

var begin = time.Now()

// CPUTime is the processor time that this program has used so far.
func CPUTime() time.Duration { return time.Since(begin) }
