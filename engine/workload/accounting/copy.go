package accounting

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"backfill/engine/workload"
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
}

// Copy reads a log and writes it without names: a line for each run, of numbers alone, which Read reads as it reads the log, in any zone.
// names of people, accounts and partitions are in the legend of what it returns, and nowhere else.
func Copy(w io.Writer, r io.Reader, name string, o Options) (*Log, error) {
	log, err := parse(r, name, o)
	if err != nil {
		return nil, err
	}
	out := bufio.NewWriterSize(w, 64<<10)
	head, err := json.Marshal(copyHead{log.format, log.local, log.Lines, workload.Occurred(log.remarks[:], remarkTexts[:])})
	if err != nil {
		return nil, fmt.Errorf("copy an accounting log: %w", err)
	}
	fmt.Fprintf(out, "%s%s\n", copyMark, head)
	var row []byte
	for i := range log.Records {
		row = row[:0]
		for _, n := range log.Records[i].numbers() {
			row = append(strconv.AppendInt(row, n, 10), ' ')
		}
		row[len(row)-1] = '\n'
		out.Write(row)
	}
	return log, out.Flush()
}

// CopyName is what the copy of a log is called, whose SHA-256 that is in hexadecimal: the name of the log itself may be that of a centre.
func CopyName(sha256 string) string { return "accounting-" + sha256[:min(8, len(sha256))] + ".txt" }

// copyColumns is how many numbers a line of a copy has.
const copyColumns = 24

// numbers are all numbers of a record.
func (r *Record) numbers() [copyColumns]int64 {
	return [copyColumns]int64{int64(r.Line), r.ID.Job, int64(r.ID.Task), int64(r.ID.Component), r.Raw, r.Submit, r.Eligible, r.Start, r.End, int64(r.Elapsed), int64(r.Stopped), int64(r.Limit),
		int64(r.Requested), int64(r.Allocated), int64(r.Nodes), int64(r.GPUs), r.Memory, int64(r.State), int64(r.Backfilled),
		int64(r.User), int64(r.Group), int64(r.Account), int64(r.Partition), int64(r.QOS)}
}

// recordOf is the record with these numbers.
func recordOf(n *[copyColumns]int64) Record {
	return Record{Line: int32(n[0]), ID: ID{n[1], int32(n[2]), int32(n[3])}, Raw: n[4], Submit: n[5], Eligible: n[6], Start: n[7], End: n[8], Elapsed: int32(n[9]), Stopped: int32(n[10]), Limit: int32(n[11]),
		Requested: int32(n[12]), Allocated: int32(n[13]), Nodes: int32(n[14]), GPUs: int32(n[15]), Memory: n[16], State: State(n[17]), Backfilled: int8(n[18]),
		User: int32(n[19]), Group: int32(n[20]), Account: int32(n[21]), Partition: int32(n[22]), QOS: int32(n[23])}
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
	for _, m := range head.Remarks {
		for kind := range remarkKinds {
			if remarkTexts[kind].Kind == m.Kind {
				r.log.remarks[kind] = workload.Remark{Count: m.Count, Lines: m.Lines, Reasons: m.Reasons}
			}
		}
	}
	err = r.each(func(line []byte) error {
		var n [copyColumns]int64
		if err := readNumbers(line, &n); err != nil {
			return err
		}
		one := recordOf(&n)
		if one.State > Pending || one.numbers() != n || max(one.Requested, one.Allocated) > maxProcessors || max(one.Submit, one.Eligible, one.Start, one.End) > math.MaxUint32 {
			return errors.New("a damaged line of a copy")
		}
		r.log.Records = append(r.log.Records, one)
		return nil
	})
	r.number = head.Lines
	return err
}

// readNumbers reads a line of whole numbers.
func readNumbers(line []byte, n *[copyColumns]int64) error {
	for i := range n {
		field, rest, _ := bytes.Cut(line, []byte(" "))
		negative := len(field) > 0 && field[0] == '-'
		if negative {
			field = field[1:]
		}
		v, ok := digits(field)
		if !ok {
			return errors.New("a damaged line of a copy")
		}
		if negative {
			v = -v
		}
		n[i], line = v, rest
	}
	return nil
}
