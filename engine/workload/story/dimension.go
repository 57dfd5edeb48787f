package story

import (
	"math/bits"

	"backfill/engine/workload/accounting"
)

// Dimension is something by which jobs are told apart. Each job has one class in each; Unknown stands for all jobs of which it is not
// known.
type Dimension int

// The dimensions. Classes of the first four are the log's own numbers.
const (
	Partition Dimension = iota // or queue
	Account                    // or group
	User
	QOS
	Size       // processors: class k is from 2^k to below 2^(k+1)
	Limit      // requested time: class k is up to Limits[k] and above the one before; NoLimit: none
	GPU        // 1: the job asked for some; 0: for none
	Used       // share of the requested time that it ran: class k is from k to below k+1 tenths; 10: all of it, or more
	State      // how its last run ended, an accounting.State
	Week       // in which the job came: weeks since Monday, 1970-01-05; without dates since the first job
	HourOfWeek // in which the job came: from Monday's first hour, 0, to Sunday's last, 167; unknown without dates
	Dimensions
)

// names are the dimensions in JSON and in CSV.
var names = [Dimensions]string{"partition", "account", "user", "qos", "size", "limit", "gpu", "used", "state", "week", "hourOfWeek"}

func (d Dimension) String() string { return names[d] }

// Classes that are no numbers of something.
const (
	Unknown = int32(accounting.Unknown)
	NoLimit = int32(accounting.Unlimited)
)

// Limits bound the classes of requested times, in s; what is longer than the last is in one more class.
var Limits = [...]int32{15 * 60, 3600, 4 * 3600, 12 * 3600, 24 * 3600, 2 * 24 * 3600, 7 * 24 * 3600}

// sizeClass is the class of so many processors.
func sizeClass(processors int32) int32 {
	if processors < 1 {
		return Unknown
	}
	return int32(bits.Len32(uint32(processors))) - 1
}

// limitClass is the class of a requested time.
func limitClass(limit int32) int32 {
	switch {
	case limit == accounting.Unlimited:
		return NoLimit
	case limit <= 0:
		return Unknown
	}
	for k, most := range Limits {
		if limit <= most {
			return int32(k)
		}
	}
	return int32(len(Limits))
}

// usedClass is the class of a job that has ended: how much of its requested time it ran.
func usedClass(r *accounting.Record) int32 {
	if !r.Started() || r.End < 0 || r.Limit <= 0 {
		return Unknown
	}
	return int32(min(10*(r.End-r.Start-int64(r.Stopped))/int64(r.Limit), 10))
}

// The zero week begins on a Monday.
const (
	hour   = int64(3600)
	day    = 24 * hour
	week   = 7 * day
	monday = 4 * day // 1970-01-05, seconds since 1970
)
