//go:build !unix

package cost

import "time"

var begin = time.Now()

// CPUTime is the time since the program began: all that is known of its processors here.
func CPUTime() time.Duration { return time.Since(begin) }
