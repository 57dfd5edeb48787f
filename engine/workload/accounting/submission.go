package accounting

import (
	"cmp"
	"encoding/json"
	"hash/maphash"
	"slices"

	"backfill/engine"
	"backfill/engine/workload/accounting/command"
	"backfill/engine/workload/accounting/header"
)

// submissions gathers what rows tell of how their jobs were submitted.
type submissions struct {
	dependencies, licences map[string]int32 // places in Log.DependencyLists and Log.LicenceLists, from 1

	// Of every record, by its place in Log.Records, as long as the log is read: whose job it is and what its name is, as one number that is told
	// nobody; 0: that is not known. Jobs wait for others of the same name.
	names      []uint64
	seed       maphash.Seed
	singletons []int32 // records that do
}

// submission reads how the job of a row was submitted: nothing of that makes a row unreadable. The jobs that others of the same name wait for
// are found when all have been read.
func (s *slurmReader) submission(fields [][]byte, r *Record) (singleton bool) {
	l := command.Read(s.field(fields, header.SubmitLine))
	r.Nice, r.Once, r.Whole = l.Nice, l.Once, l.Whole
	if r.LeastLimit = command.Limit(l.LeastTime); r.LeastLimit > 0 && r.Limit > 0 {
		r.Limit = max(r.Limit, command.Limit(l.Time)) // what it got is told, which may be less than it had asked for
	}
	if r.ID.Task >= 0 || len(s.tasks) > 0 {
		r.Throttle = cmp.Or(s.throttle, command.Throttle(l.Array))
	}
	if r.ID.Component <= 0 { // what the first of several components holds is for all
		r.Licences = s.licences(l.Licences, fields)
	}
	list, singleton := command.ReadDependencies(l.Dependency)
	r.Depends = s.dependencyList(list)
	return singleton
}

// What stands between the name and the number of a licence, and before the name among resources.
var colon, equals, amongResources = []byte(":"), []byte("="), []byte("license/")

// licences is the place of the list of licences of a row, 0 if it needs none: as the column says, or the resources, or the command line.
func (s *slurmReader) licences(line []byte, fields [][]byte) int32 {
	read := command.Licences(s.field(fields, header.Licenses), colon, nil)
	for _, role := range []header.Role{header.ReqTRES, header.AllocTRES} {
		if read == nil {
			read = command.Licences(s.field(fields, role), equals, amongResources)
		}
	}
	if read == nil {
		read = command.Licences(line, colon, nil)
	}
	var list []engine.Copies
	for _, l := range read {
		number := s.numbering.number(Licences, l.Name)
		if at := slices.IndexFunc(list, func(c engine.Copies) bool { return c.Licence == number }); at >= 0 {
			list[at].Count = max(list[at].Count, l.Count)
			continue
		}
		list = append(list, engine.Copies{Licence: number, Count: l.Count})
	}
	if list == nil {
		return 0
	}
	return listed(&s.submissions.licences, &s.log.LicenceLists, list)
}

// dependencyList is the place of a list of dependencies, 0 if it is empty.
func (s *slurmReader) dependencyList(list []command.Dependency) int32 {
	if len(list) == 0 {
		return 0
	}
	return listed(&s.submissions.dependencies, &s.log.DependencyLists, list)
}

// listed is the place of a list among all, from 1, to which it is added if it is new; known has the places of those.
func listed[T any](known *map[string]int32, all *[][]T, list []T) int32 {
	key, err := json.Marshal(list)
	if err != nil {
		panic("accounting: a list that cannot be told apart: " + err.Error())
	}
	at, is := (*known)[string(key)]
	if !is {
		if *known == nil {
			*known = map[string]int32{}
		}
		*all = append(*all, list)
		at = int32(len(*all))
		(*known)[string(key)] = at
	}
	return at
}

// nameJob notes whose the records are that were added from a place on, of one row, and what their job is called.
func (s *slurmReader) nameJob(fields [][]byte, from int, singleton bool) {
	if s.at[header.SubmitLine] < 0 {
		return
	}
	if s.names == nil {
		s.seed = maphash.MakeSeed()
	}
	name := s.field(fields, header.JobName)
	if s.at[header.JobName] < 0 {
		name = command.Read(s.field(fields, header.SubmitLine)).Name
	}
	number := uint64(0)
	if len(name) > 0 && len(s.log.Records) > from {
		if user := s.log.Records[from].User; user != Unknown {
			var h maphash.Hash
			h.SetSeed(s.seed)
			maphash.WriteComparable(&h, user)
			h.Write(name)
			number = max(h.Sum64(), 1)
		}
	}
	for at := from; at < len(s.log.Records); at++ {
		s.names = append(s.names, number)
		if singleton {
			s.singletons = append(s.singletons, int32(at))
		}
	}
}

// singletonsWait has each job that was to be the only one of its name wait for those of the same name and user that were submitted before
// and had not ended then: the latest, up to one that itself waits for all before it.
func (s *slurmReader) singletonsWait() {
	if s.singletons == nil {
		return
	}
	records := s.log.Records
	single := make(map[int32]bool, len(s.singletons))
	namesakes := map[uint64][]int32{}
	for _, at := range s.singletons {
		single[at] = true
		namesakes[s.names[at]] = nil
	}
	for at, name := range s.names {
		if list, asked := namesakes[name]; asked {
			namesakes[name] = append(list, int32(at))
		}
	}
	for _, list := range namesakes {
		slices.SortFunc(list, func(a, b int32) int {
			return cmp.Or(compareIDs(&records[a].ID, &records[b].ID), cmp.Compare(begin(&records[a]), begin(&records[b])))
		})
	}
	for name, list := range namesakes {
		for i, at := range list {
			if !single[at] {
				continue
			}
			var waits []command.Dependency
			if own := records[at].Depends; own > 0 {
				waits = slices.Clone(s.log.DependencyLists[own-1])
			}
			if name == 0 {
				waits = append(waits, command.NotSimulated...)
			} else {
				waits = append(waits, s.unended(list[:i], at, single)...)
			}
			records[at].Depends = s.dependencyList(waits)
		}
	}
	s.names, s.singletons = nil, nil
}

// unended are dependencies on the jobs of these records, in their order, that had not ended when another one was submitted.
func (s *slurmReader) unended(before []int32, of int32, single map[int32]bool) (waits []command.Dependency) {
	r := &s.log.Records[of]
	last := r.ID
	for _, at := range slices.Backward(before) {
		b := &s.log.Records[at]
		if b.ID == last || b.ID.Job == r.ID.Job && r.ID.Task == Unknown {
			continue // an earlier run, or another component
		}
		last = b.ID
		if !b.Started() && b.State != Pending {
			continue // it has never run: nobody waits for it
		}
		if b.End < 0 || b.End > r.Submit {
			waits = append(waits, command.Dependency{Kind: command.Ended, Job: b.ID.Job, Task: b.ID.Task})
		}
		if single[at] || len(waits) == command.MostDependencies {
			break
		}
	}
	slices.Reverse(waits)
	return waits
}
