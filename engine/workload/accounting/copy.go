package accounting

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting/command"
	"backfill/engine/workload/accounting/hosts"
	"backfill/engine/workload/textfile"
)

// copyMark begins a copy.
const copyMark = "# accounting log without names "

// copyHead is what the first line of a copy tells, as JSON.
type copyHead struct {
	Format  string            `json:"format"` // of the log
	Local   bool              `json:"local"`  // times are what clocks showed
	Lines   int               `json:"lines"`
	Remarks []workload.Remark `json:"remarks"`

	PartitionLists  [][]int32              `json:"partitionLists,omitempty"`
	DependencyLists [][]command.Dependency `json:"dependencyLists,omitempty"`
	LicenceLists    [][]engine.Copies      `json:"licenceLists,omitempty"`
}

// Copy reads a log and writes it without names: a line for each run, of numbers alone, which Read reads as it reads the log, in any zone.
// What it returns is what Read would, with the names in its legend.
func Copy(w io.Writer, r io.Reader, name string, o Options) (*Log, error) {
	log, err := parse(r, name, o)
	if err != nil {
		return nil, err
	}
	out := bufio.NewWriterSize(w, 64<<10)
	head, err := json.Marshal(copyHead{log.format, log.local, log.Lines, workload.Occurred(log.remarks[:], remarkTexts[:]), log.PartitionLists, log.DependencyLists, log.LicenceLists})
	if err != nil {
		return nil, fmt.Errorf("copy an accounting log: %w", err)
	}
	fmt.Fprintf(out, "%s%s\n", copyMark, head)
	var row []byte
	for _, list := range log.HostLists {
		row = append(hosts.Append(append(row[:0], hostMark), list), '\n')
		out.Write(row)
	}
	for i := range log.Records {
		row = log.Records[i].appendCopy(row[:0])
		out.Write(row)
	}
	clock, err := newClock(o.Zone)
	if err != nil {
		return nil, err
	}
	log.finish(clock, o.Zone)
	return log, out.Flush()
}

// appendCopy appends the line of a record to row.
func (r *Record) appendCopy(row []byte) []byte {
	numbers := r.numbers()
	told := copyColumns
	for told > leastColumns && numbers[told-1] == 0 {
		told--
	}
	for _, n := range numbers[:told] {
		switch {
		case n == unknown:
			row = append(row, '-', ' ')
		case 0 <= n && n < 10: // most of them
			row = append(row, '0'+byte(n), ' ')
		default:
			row = append(strconv.AppendInt(row, n, 10), ' ')
		}
	}
	row[len(row)-1] = '\n'
	return row
}

// CopyName is what the copy of a log is called, whose SHA-256 that is in hexadecimal: the name of the log itself may be that of a centre.
func CopyName(sha256 string) string { return "accounting-" + sha256[:min(8, len(sha256))] + ".txt" }

// copyColumns is how many numbers a line of a copy has. Those behind the first ones may be missing if they are 0.
const copyColumns = 35

// leastColumns is how many numbers it had at first.
const leastColumns = 26

// hostMark begins the line of a copy that has a list of nodes.
const hostMark = '@'

// unknown is a number of a copy that is not known.
const unknown = math.MinInt64

// numbers are all numbers of a record: small ones, as times count from the submission.
func (r *Record) numbers() [copyColumns]int64 {
	known := func(n int32) int64 {
		if n == Unknown {
			return unknown
		}
		return int64(n)
	}
	since := func(t, begin int64) int64 {
		if t == Unknown {
			return unknown
		}
		return t - begin
	}
	yes := func(is bool) int64 {
		if is {
			return 1
		}
		return 0
	}
	return [copyColumns]int64{int64(r.Line), r.ID.Job, known(r.ID.Task), known(r.ID.Component), since(r.Raw, r.ID.Job), since(r.Submit, 0), since(r.Eligible, r.Submit), since(r.Start, r.Submit), since(r.End, r.Submit),
		int64(r.Elapsed), int64(r.Stopped), known(r.Limit), known(r.Requested), since(int64(r.Allocated), int64(r.Requested)), known(r.Nodes), int64(r.GPUs), since(r.Memory, 0), int64(r.State), known(int32(r.Backfilled)),
		known(r.User), known(r.Group), known(r.Account), known(r.Partition), known(r.QOS), int64(r.LeastNodes), int64(r.GPUType), int64(r.Partitions),
		int64(r.Depends), int64(r.Licences), int64(r.Throttle), int64(r.Nice), yes(r.Once), yes(r.Whole), int64(r.LeastLimit), int64(r.Hosts)}
}

// recordOf is the record with these numbers.
func recordOf(n *[copyColumns]int64) Record {
	known := func(i int) int32 {
		if n[i] == unknown {
			return Unknown
		}
		return int32(n[i])
	}
	since := func(i int, begin int64) int64 {
		if n[i] == unknown {
			return Unknown
		}
		return begin + n[i]
	}
	r := Record{Line: int32(n[0]), ID: ID{n[1], known(2), known(3)}, Elapsed: int32(n[9]), Stopped: int32(n[10]), Limit: known(11), Requested: known(12), Nodes: known(14), GPUs: int32(n[15]), Memory: since(16, 0),
		State: State(n[17]), Backfilled: int8(known(18)), User: known(19), Group: known(20), Account: known(21), Partition: known(22), QOS: known(23), LeastNodes: int32(n[24]), GPUType: int32(n[25]), Partitions: int32(n[26]),
		Depends: int32(n[27]), Licences: int32(n[28]), Throttle: int32(n[29]), Nice: int32(n[30]), Once: n[31] != 0, Whole: n[32] != 0, LeastLimit: int32(n[33]), Hosts: int32(n[34])}
	r.Raw, r.Submit = since(4, r.ID.Job), since(5, 0)
	r.Eligible, r.Start, r.End, r.Allocated = since(6, r.Submit), since(7, r.Submit), since(8, r.Submit), int32(since(13, int64(r.Requested)))
	return r
}

// readCopy reads what Copy wrote.
func readCopy(r *reader) error {
	first, err := r.next()
	if err != nil {
		return err
	}
	var head copyHead
	if err := json.Unmarshal(first[len(copyMark):], &head); err != nil {
		return &textfile.Error{File: r.name, Line: 1, Accepted: "a damaged copy of an accounting log; drop the log itself once more"}
	}
	r.log.format, r.log.local = head.Format, head.Local
	r.log.PartitionLists, r.log.DependencyLists, r.log.LicenceLists = head.PartitionLists, head.DependencyLists, head.LicenceLists
	damaged := formatOf(head.Format) == nil
	for _, list := range head.PartitionLists {
		damaged = damaged || len(list) == 0 || slices.Min(list) < 1
	}
	for _, list := range head.DependencyLists {
		for _, d := range list {
			damaged = damaged || d.Kind >= command.Kinds || d.Job < 0 || d.Task < Unknown || d.Delay < 0
		}
	}
	for _, list := range head.LicenceLists {
		for _, c := range list {
			damaged = damaged || c.Licence < 1 || c.Count < 1
		}
	}
	for _, m := range head.Remarks {
		damaged = damaged || m.Count < len(m.Lines) || len(m.Reasons) > len(m.Lines) || !slices.IsSorted(m.Lines)
	}
	if damaged {
		return &textfile.Error{File: r.name, Line: 1, Accepted: "a damaged copy of an accounting log; drop the log itself once more"}
	}
	for _, m := range head.Remarks {
		for kind := range remarkKinds {
			if remarkTexts[kind].Kind == m.Kind {
				r.log.remarks[kind] = workload.Remark{Count: m.Count, Lines: m.Lines, Reasons: m.Reasons}
			}
		}
	}
	err = r.each(func(line []byte) error {
		if line[0] == hostMark {
			list, err := hosts.Read(line[1:])
			r.log.HostLists = append(r.log.HostLists, list)
			return err
		}
		var n [copyColumns]int64
		if err := readNumbers(line, &n); err != nil {
			return err
		}
		one := recordOf(&n)
		listed := isPlace(one.Partitions, head.PartitionLists) && isPlace(one.Depends, head.DependencyLists) && isPlace(one.Licences, head.LicenceLists) && isPlace(one.Hosts, r.log.HostLists)
		if one.State > Pending || !listed || min(one.Throttle, one.LeastLimit) < 0 || one.numbers() != n || max(one.Requested, one.Allocated) > maxProcessors || max(one.Submit, one.Eligible, one.Start, one.End) > math.MaxUint32 {
			return errors.New("a damaged line of a copy")
		}
		r.log.add(&one, nil)
		return nil
	})
	r.number = head.Lines
	return err
}

// isPlace says whether n is a place of a list, from 1, or 0.
func isPlace[T any](n int32, lists [][]T) bool { return n >= 0 && int(n) <= len(lists) }

// readNumbers reads a line of whole numbers.
func readNumbers(line []byte, n *[copyColumns]int64) error {
	at := 0
	for i := range n {
		if at == len(line) && i >= leastColumns {
			break
		}
		negative := at < len(line) && line[at] == '-'
		if negative {
			at++
		}
		from, v := at, int64(0)
		for ; at < len(line) && '0' <= line[at] && line[at] <= '9'; at++ {
			v = 10*v + int64(line[at]-'0')
		}
		switch digits := at - from; {
		case digits == 0 && negative:
			v = unknown
		case digits == 0 || digits > 18 || at < len(line) && line[at] != ' ':
			return errors.New("a damaged line of a copy")
		case negative:
			v = -v
		}
		n[i], at = v, min(at+1, len(line))
	}
	return nil
}
