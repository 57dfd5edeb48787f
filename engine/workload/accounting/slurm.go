package accounting

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"backfill/engine/workload/accounting/command"
	"backfill/engine/workload/accounting/header"
	"backfill/engine/workload/accounting/scan"
	"backfill/engine/workload/textfile"
)

// SlurmCommand prints a log with exactly the columns that are read, and no names of people.
const SlurmCommand = "sacct -a -X -D -P -S 2026-01-01 -E now -o " +
	"JobID,JobIDRaw,UID,GID,Account,Partition,QOS,Submit,Eligible,Start,End,ElapsedRaw,Suspended,State,TimelimitRaw,ReqCPUS,AllocCPUS,NNodes,ReqMem,ReqTRES,AllocTRES,NodeList,Flags"

// slurmReader reads what sacct -P prints: a line a run, with the columns that its first line names.
//
// What is wrong with a line is told without what stands there, which may be anybody's name.
//
// A text that people write may hold the delimiter or a line's end, and sacct quotes neither. A line with too many fields is read if those
// that are too many can belong to one column of text so that all others make sense; one with too few goes on in the next line.
type slurmReader struct {
	*reader
	header    []byte
	delimiter []byte
	quotes    bool // fields may stand between quotes
	columns   int
	at        [header.Roles]int // the column of each role, -1 if there is none
	texts     []int             // the columns of texts that people write

	fields   [][]byte
	run      Record    // of the row that was read last
	given    scan.TRES // what it was given
	part     []byte    // a row with too few fields, which may go on
	partAt   int       // its first line, 0 if there is none
	tasks    []int32
	throttle int32            // how many of the tasks run at once; 0: any number
	lists    map[string]int32 // places in Log.PartitionLists, from 1

	submissions
}

// mostParts is how many lines a row may have.
const mostParts = 100

func readSlurm(r *reader, o Options) error {
	s := &slurmReader{reader: r}
	first, err := s.next()
	if err != nil {
		return err
	}
	first = bytes.Clone(first)
	names, delimiter := header.Read(first)
	if strings.Contains(o.Columns, "=") {
		names, delimiter = header.Names(first)
	}
	named := names != nil
	switch {
	case !named && o.Columns == "":
		return s.refuse(first)
	case !named:
		delimiter = []byte("|")
		names = strings.FieldsFunc(strings.ToLower(o.Columns), func(r rune) bool { return strings.ContainsRune("|,; ", r) })
	}
	if err := s.assign(names, delimiter, o.Columns); err != nil {
		return err
	}
	if named {
		s.header = first
	} else {
		s.row(first)
	}
	for {
		line, err := s.next()
		if err == io.EOF {
			s.giveUp()
			s.singletonsWait()
			return nil
		}
		if err != nil {
			return err
		}
		if len(line) > 0 {
			s.row(line)
		}
	}
}

// refuse says why a log that begins like this cannot be read.
func (s *slurmReader) refuse(first []byte) error {
	e := &textfile.Error{File: s.name, Line: 1}
	second, _ := s.next()
	if header.IsFixedWidth(first, second) {
		e.Value = textfile.Excerpt(first) // names of columns alone
		e.Accepted = "columns of a fixed width, in which sacct cuts what is longer; what this command prints is accepted: " + SlurmCommand
		return e
	}
	e.Accepted = "neither the names of columns that sacct prints nor any that are known; with \"columns\" in the workload, a log is read that names none"
	return e
}

// assign takes the columns by their names. byHand has names of this table for names that are known, "Submit=queued, Start=began".
func (s *slurmReader) assign(names []string, delimiter []byte, byHand string) error {
	if len(names) > mostColumns {
		return &textfile.Error{File: s.name, Line: 1, Accepted: fmt.Sprintf("%d columns; up to %d are accepted", len(names), mostColumns)}
	}
	s.delimiter, s.columns = delimiter, len(names)
	s.quotes = len(delimiter) == 1 && bytes.ContainsAny(delimiter, ",;\t")
	for r := range s.at {
		s.at[r] = -1
	}
	for assignment := range strings.SplitSeq(byHand, ",") {
		known, name, ok := strings.Cut(assignment, "=")
		if !ok {
			continue
		}
		role, read := header.RoleOf(known)
		at := slices.IndexFunc(names, func(n string) bool { return header.Name(n) == header.Name(name) })
		if !read || at < 0 {
			return &textfile.Error{File: s.name, Line: 1, Value: textfile.Excerpt([]byte(assignment)), Accepted: "the name of what is read, such as Submit, then = and the name of a column of this table are accepted"}
		}
		s.at[role] = at
	}
	for i, name := range names {
		if role, read := header.RoleOf(name); read && s.at[role] < 0 {
			s.at[role] = i
		}
		if header.IsText(name) && len(s.texts) < mostTexts {
			s.texts = append(s.texts, i)
		}
	}
	var missing []string
	for _, need := range []struct {
		name  string
		roles []header.Role
	}{{"Submit", []header.Role{header.Submit, header.Eligible}}, {"Start", []header.Role{header.Start, header.Wait}}, {"End", []header.Role{header.End, header.Elapsed, header.ElapsedRaw}},
		{"AllocCPUS", []header.Role{header.ReqCPUS, header.AllocCPUS, header.NCPUS, header.ReqTRES, header.AllocTRES}}} {
		if !slices.ContainsFunc(need.roles, func(r header.Role) bool { return s.at[r] >= 0 }) {
			missing = append(missing, need.name)
		}
	}
	if missing != nil {
		return &textfile.Error{File: s.name, Line: 1, Accepted: "without the column " + strings.Join(missing, ", ") + "; what this command prints is accepted: " + SlurmCommand +
			"; of another table, \"columns\" in the workload say which columns these are, such as Submit=queued, Start=began"}
	}
	return nil
}

// mostTexts is in how many columns of text a delimiter is looked for that is too much.
const mostTexts = 20

// mostColumns bounds the columns of a log.
const mostColumns = 1000

// row reads a line behind the header.
func (s *slurmReader) row(line []byte) {
	if s.header != nil && bytes.Equal(line, s.header) {
		s.giveUp()
		s.log.remarks[headerAgain].Add(s.number)
		return
	}
	n := s.split(line)
	if s.partAt == 0 {
		if n < s.columns {
			s.part, s.partAt = append(s.part[:0], line...), s.number
			return
		}
		s.take(n, s.number)
		return
	}
	if n == s.columns {
		if _, err := s.record(s.fields); err == nil { // a whole row: what came before does not go on
			s.giveUp()
			s.take(s.split(line), s.number)
			return
		}
	}
	s.part = append(append(s.part, ' '), line...)
	switch n := s.split(s.part); {
	case n >= s.columns:
		at, before := s.partAt, len(s.log.Records)
		s.partAt = 0
		s.take(n, at)
		if len(s.log.Records) > before {
			s.log.remarks[joinedLines].Add(at)
		}
	case s.number-s.partAt >= mostParts || len(s.part) > textfile.MaxLine:
		s.giveUp()
	}
}

// giveUp leaves out a row that has begun and does not go on.
func (s *slurmReader) giveUp() {
	if s.partAt > 0 {
		s.unreadable(s.partAt, fmt.Sprintf("only %d fields; %d are accepted, as the first line names them", s.split(s.part), s.columns))
		s.partAt = 0
	}
}

// split cuts a line into fields and counts them. More than 16 too many are not kept apart.
func (s *slurmReader) split(line []byte) int {
	most := s.columns + 16
	if len(s.delimiter) == 1 && !s.quotes {
		s.fields = scan.Split(s.fields[:0], line, s.delimiter[0], most)
		return len(s.fields)
	}
	s.fields = s.fields[:0]
	for len(s.fields) < most {
		if bare := bytes.TrimLeft(line, " "); s.quotes && len(bare) > 0 && bare[0] == '"' {
			line = bare
			if field, rest, ok := scan.Quoted(line, s.delimiter); ok {
				s.fields = append(s.fields, field)
				if rest == nil {
					return len(s.fields)
				}
				line = rest
				continue
			}
		}
		i := bytes.Index(line, s.delimiter)
		if i < 0 {
			break
		}
		s.fields = append(s.fields, line[:i])
		line = line[i+len(s.delimiter):]
	}
	s.fields = append(s.fields, line)
	if s.quotes {
		for i := range s.fields {
			s.fields[i] = bytes.TrimSpace(s.fields[i])
		}
	}
	return len(s.fields)
}

// take makes records of the row that was split last, into n fields, at least as many as there are columns.
func (s *slurmReader) take(n, line int) {
	fields := s.fields
	r, err := s.record(fields[:min(n, s.columns)])
	if n > s.columns {
		if n == s.columns+1 && len(fields[n-1]) == 0 && err == nil {
			fields = fields[:s.columns] // as sacct --parsable ends lines, below a header that does not
		} else if fields, r, err = s.absorbed(n - s.columns); err == nil {
			s.log.remarks[delimiterInText].Add(line)
		}
	}
	if err != nil {
		s.unreadable(line, err.Error())
		return
	}
	if r == nil {
		s.log.remarks[step].Add(line)
		return
	}
	if s.cut {
		s.log.remarks[arrayCut].Add(line)
	}
	s.nameOf(fields, r)
	singleton := s.submission(fields, r)
	r.Line = int32(line)
	if r.Started() {
		s.place(r, fields, r.Line)
	}
	from := len(s.log.Records)
	s.log.add(r, s.tasks)
	s.nameJob(fields, from, singleton)
}

// nameOf gives the record the numbers of its names.
func (s *slurmReader) nameOf(fields [][]byte, r *Record) {
	number := func(c Column, roles ...header.Role) int32 {
		for _, role := range roles {
			if name := s.field(fields, role); len(name) > 0 {
				return s.numbering.number(c, name)
			}
		}
		return Unknown
	}
	r.User, r.Group = number(Users, header.User, header.UID), number(Groups, header.Group, header.GID)
	r.Account, r.QOS = number(Accounts, header.Account), number(QOSs, header.QOS)
	r.Partition, r.Partitions = s.partitions(s.field(fields, header.Partition))
}

// absorbed gives the fields that are too many to the one column of text with which all others make sense.
func (s *slurmReader) absorbed(extra int) (fields [][]byte, r *Record, err error) {
	err = fmt.Errorf("%d fields; %d are accepted, as the first line names them", len(s.fields), s.columns)
	var found [][]byte
	var kept Record
	for _, text := range s.texts {
		rest := slices.Concat(s.fields[:text+1], s.fields[text+extra+1:])
		rest[text] = bytes.Join(s.fields[text:text+extra+1], s.delimiter)
		got, refused := s.record(rest)
		if refused != nil || got == nil {
			continue
		}
		if found != nil && (*got != kept || !s.sameNames(found, rest)) {
			return nil, nil, err // which of two, nobody knows
		}
		if found != nil && command.Submits(firstWord(s.field(found, header.SubmitLine))) {
			continue // that is one
		}
		found, kept = rest, *got
	}
	if found == nil {
		return nil, nil, err
	}
	r, err = s.record(found)
	return found, r, err
}

func firstWord(b []byte) []byte {
	word, _, _ := bytes.Cut(b, []byte(" "))
	return word
}

// sameNames says whether two rows are of the same user, account and so on.
func (s *slurmReader) sameNames(a, b [][]byte) bool {
	for _, role := range []header.Role{header.User, header.UID, header.Group, header.GID, header.Account, header.Partition, header.QOS} {
		if !bytes.Equal(s.field(a, role), s.field(b, role)) {
			return false
		}
	}
	return true
}

// field is what the column of a role has, empty if there is none.
func (s *slurmReader) field(fields [][]byte, role header.Role) []byte {
	if s.at[role] < 0 {
		return nil
	}
	return fields[s.at[role]]
}

// record reads all fields but names, into s.run; nil for a step.
func (s *slurmReader) record(fields [][]byte) (*Record, error) {
	get := func(role header.Role) []byte { return s.field(fields, role) }
	s.cut, s.throttle = false, 0
	s.run = Record{User: Unknown, Group: Unknown, Account: Unknown, Partition: Unknown, QOS: Unknown}
	r := &s.run
	id, isStep, err := ID{int64(s.number), Unknown, Unknown}, false, error(nil)
	if s.tasks = s.tasks[:0]; s.at[header.JobID] >= 0 {
		id, isStep, err = s.jobID(get(header.JobID))
	}
	if err != nil || isStep {
		return nil, err
	}
	r.ID = id
	r.Raw = id.Job
	if raw, ok := scan.Digits(get(header.JobIDRaw)); ok {
		r.Raw = raw
	} else if id.Task >= 0 || id.Component >= 0 {
		r.Raw = Unknown
	}
	if s.at[header.State] >= 0 {
		if r.State, err = slurmStateOf(get(header.State)); err != nil {
			return nil, err
		}
	}
	for _, t := range []struct {
		role header.Role
		to   *int64
		name string
	}{{header.Submit, &r.Submit, "Submit"}, {header.Eligible, &r.Eligible, "Eligible"}, {header.Start, &r.Start, "Start"}, {header.End, &r.End, "End"}} {
		if *t.to, err = s.time(get(t.role), t.name); err != nil {
			return nil, err
		}
	}
	if err := s.lengths(r, get); err != nil {
		return nil, err
	}
	if err := s.sizes(r, get); err != nil {
		return nil, err
	}
	if err := s.derive(r, get); err != nil {
		return nil, err
	}
	s.finish(r, get)
	plausible := *r
	_, err = plausible.settle(nil)
	return r, err
}

// time reads an instant.
func (s *slurmReader) time(b []byte, name string) (int64, error) {
	switch string(b) {
	case "", "Unknown", "None", "N/A":
		return Unknown, nil
	}
	if shown, ok := scan.LocalTime(b); ok && shown >= 0 && shown <= math.MaxUint32 {
		s.log.local = true
		return shown, nil
	}
	if unix, ok := scan.Digits(b); ok && unix <= math.MaxUint32 {
		return unix, nil
	}
	return 0, wrong(name, "a time such as 2026-11-25T14:30:00 or seconds since 1970 are accepted")
}

// lengths reads limit and suspension.
func (s *slurmReader) lengths(r *Record, get func(header.Role) []byte) error {
	r.Limit = Unknown
	seconds, ok := int64(0), true
	switch text, raw := get(header.Timelimit), get(header.TimelimitRaw); {
	case isUnlimited(text) || isUnlimited(raw):
		r.Limit = Unlimited
	case len(raw) > 0 && raw[0] <= '9':
		if seconds, ok = scan.Digits(raw); !ok || seconds > maxLength/60 {
			return wrong("TimelimitRaw", "minutes are accepted")
		}
		r.Limit = int32(60 * seconds)
	case len(text) > 0 && text[0] <= '9':
		if seconds, ok = lengthOf(text); !ok || seconds > maxLength {
			return wrong("Timelimit", "a length such as 1-12:00:00 or seconds are accepted")
		}
		r.Limit = int32(seconds)
	}
	if b := get(header.Suspended); len(b) > 0 {
		if seconds, ok = scan.Duration(b); !ok || seconds > maxLength {
			return wrong("Suspended", "a length such as 00:10:00 is accepted")
		}
		r.Stopped = int32(seconds)
	}
	return nil
}

// wrong says what a column does not have, without what stands there.
func wrong(column, accepted string) error { return fmt.Errorf("%s: %s", column, accepted) }

// maxLength bounds lengths: 68 years, in seconds.
const maxLength = math.MaxInt32

func isUnlimited(b []byte) bool { return string(b) == "UNLIMITED" }

// sizes reads processors, nodes, GPUs and memory.
func (s *slurmReader) sizes(r *Record, get func(header.Role) []byte) error {
	asked, err := scan.ReadTRES(get(header.ReqTRES))
	if err != nil {
		return fmt.Errorf("ReqTRES: %w", err)
	}
	given := asked // as a rule
	if text := get(header.AllocTRES); !bytes.Equal(text, get(header.ReqTRES)) {
		if given, err = scan.ReadTRES(text); err != nil {
			return fmt.Errorf("AllocTRES: %w", err)
		}
	}
	s.given = given
	count := func(role header.Role, name string) (int64, error) {
		b := get(role)
		if len(b) == 0 {
			return 0, nil
		}
		n, ok := scan.Count(b)
		if !ok || n > maxProcessors {
			return 0, wrong(name, "a whole number is accepted")
		}
		return n, nil
	}
	var requested, allocated, also, nodes int64
	for _, c := range []struct {
		role header.Role
		to   *int64
		name string
	}{{header.ReqCPUS, &requested, "ReqCPUS"}, {header.AllocCPUS, &allocated, "AllocCPUS"}, {header.NCPUS, &also, "NCPUS"}, {header.NNodes, &nodes, "NNodes"}} {
		if *c.to, err = count(c.role, c.name); err != nil {
			return err
		}
	}
	allocated = cmp.Or(given.CPUs, allocated, also)
	requested = cmp.Or(requested, asked.CPUs, allocated)
	if requested == 0 {
		return errors.New("no number of processors")
	}
	r.Requested, r.Allocated, r.Nodes = int32(requested), int32(cmp.Or(allocated, requested)), int32(cmp.Or(given.Nodes, nodes, asked.Nodes, Unknown))
	gpus, err := count(header.GPUs, "GPUs")
	if err != nil {
		return err
	}
	r.GPUs = int32(cmp.Or(given.GPUs, asked.GPUs, gpus))
	if r.LeastNodes = int32(asked.Nodes); r.GPUs > 0 {
		kind := asked.GPUType
		if asked.GPUs == 0 {
			kind = given.GPUType
		}
		r.GPUType = max(s.numbering.number(GPUTypes, kind), 0)
	}
	r.Memory = cmp.Or(asked.Memory, Unknown)
	if b := get(header.ReqMem); asked.Memory == 0 && len(b) > 0 {
		times := int64(1)
		switch b[len(b)-1] {
		case 'n':
			times, b = max(1, int64(r.Nodes)), b[:len(b)-1]
		case 'c':
			times, b = requested, b[:len(b)-1]
		}
		kb, ok := scan.Kilobytes(b, 1<<10)
		if !ok || kb > 1e15/times {
			return wrong("ReqMem", "memory such as 4000M, 2Gc or 4000Mn is accepted")
		}
		if kb > 0 {
			r.Memory = kb * times
		}
	}
	return nil
}

// What sacct prints of a job that has no nodes yet, and the flags of one that the backfill scheduler has started, or the main one.
const (
	NoNodes      = "None assigned"
	BackfillFlag = "SchedBackfill"
	MainFlag     = "SchedMain"
)

// finish says what else the fields tell of how a job started.
func (s *slurmReader) finish(r *Record, get func(header.Role) []byte) {
	r.Backfilled = Unknown
	if flags := get(header.Flags); len(flags) > 0 && r.Started() {
		r.Backfilled = 0
		if bytes.Contains(flags, []byte(BackfillFlag)) {
			r.Backfilled = 1
		}
	}
	// Some versions say of a job that was cancelled while it waited that it started when it ended.
	unplaced := s.at[header.AllocTRES] >= 0 && len(get(header.AllocTRES)) == 0 || string(get(header.NodeList)) == NoNodes
	if r.Started() && unplaced && (r.State == Pending || r.Start == r.End) {
		r.Start = Unknown
	}
	if !r.Started() {
		r.Allocated = Unknown
	}
	if r.State == Running || r.State == Pending {
		r.End = Unknown
	}
	if s.at[header.Eligible] < 0 && !r.Started() {
		r.Eligible = r.Submit // nothing is known of holds
	}
}

// derive finds the times and the state that a table does not have from what it has instead.
func (s *slurmReader) derive(r *Record, get func(header.Role) []byte) error {
	elapsed, ok := scan.Digits(get(header.ElapsedRaw))
	if !ok {
		elapsed, ok = lengthOf(get(header.Elapsed))
	}
	if ok && elapsed <= maxLength {
		r.Elapsed = int32(elapsed)
	}
	if s.at[header.Start] < 0 {
		wait, known := lengthOf(get(header.Wait))
		if !known && len(get(header.Wait)) > 0 {
			return wrong("Wait", "a length such as 00:10:00 or seconds are accepted")
		}
		if came := max(r.Eligible, r.Submit); known && came >= 0 {
			r.Start = came + wait
		}
	}
	if s.at[header.End] < 0 && r.Started() && ok {
		r.End = r.Start + elapsed
	}
	if s.at[header.State] < 0 {
		switch {
		case r.Started() && r.End >= 0:
			r.State = Completed
		case r.Started():
			r.State = Running
		case r.End >= 0:
			r.State = Cancelled
		default:
			r.State = Pending
		}
	}
	return nil
}
