//go:build !unix

package policies

import "time"

var begin = time.Now()

// cpuTime is the time since the program began: all that is known of its processors here.
func cpuTime() time.Duration { return time.Since(begin) }
