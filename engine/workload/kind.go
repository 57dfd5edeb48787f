package workload

import (
	"fmt"
	"io"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/engine/param"
	"backfill/engine/workload/random"
)

// Inputs is what a workload is made from beside its parameters.
type Inputs struct {
	Seed        uint64
	Replication int
	Processors  int32 // of the scenario's machine; 0 if no job may have all of them
	// Farm is the scenario's machine if it is one, empty, as it is in this replication; else nil.
	Farm *farm.Machine
	// Limits are those of the scenario's machine, nil if it has none.
	Limits TimeLimits
	// Varies says that other cells of the experiment may have other jobs.
	Varies bool

	Open Opener
}

// Opener opens a file that a parameter of kind param.File names.
type Opener func(name string) (io.ReadCloser, error)

// File opens the file that the parameter "file" names. Errors are *param.Error.
func (in Inputs) File(name string) (io.ReadCloser, error) {
	f, err := in.Open(name)
	if err != nil {
		return nil, &param.Error{Path: "/file", Value: name, Reason: fmt.Sprintf("the file cannot be opened: %v", err)}
	}
	return f, nil
}

// Reading makes a workload of what a file holds.
type Reading func(r io.Reader) (*engine.Workload, *Report, error)

// Remembering is a file that an Opener may give: it may know from before what a reading makes of it, which is nobody's to write into. How
// says which reading that is, by all that it depends on.
type Remembering interface {
	Remember(how string, read Reading) (*engine.Workload, *Report, error)
}

// Read makes a workload of the file that the parameter "file" names.
func (in Inputs) Read(name, how string, read Reading) (*engine.Workload, *Report, error) {
	f, err := in.File(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if r, is := f.(Remembering); is {
		return r.Remember(name+" "+how, read)
	}
	return read(f)
}

// Stream is the stream of random numbers for one attribute of the jobs of this replication.
func (in Inputs) Stream(attribute int) *random.Stream {
	return random.New(in.Seed, in.Replication, attribute)
}

// Kind is one source of jobs.
type Kind struct {
	param.Description
	// Random says that replications differ.
	Random bool
	// Make makes the workload. Values are checked against Params. An error about
	// one of them is a *param.Error whose path starts at the workload ("/load"); an
	// error about a file's content is a *textfile.Error.
	Make func(param.Values, Inputs) (*engine.Workload, *Report, error)
	// Dates is the calendar of the jobs as far as the parameters say: nil if they have no dates. A kind without it has
	// none, or its file says which. Values are checked against Params.
	Dates func(param.Values) *engine.Calendar
	// Queue is what theory knows of the jobs on a cluster of so many processors, given out in units, that serves them
	// first come, first served: nil if it knows nothing, and for most kinds. Values are checked against Params.
	Queue func(v param.Values, processors, unit int32) *Queue
}

// Transform makes a workload from another one.
type Transform struct {
	param.Description
	// Random says that replications may differ.
	Random bool
	// Draws says, if it is there, with which values they do; without it, with all.
	Draws func(param.Values) bool
	// Resubmits says that it changes when jobs are submitted: recorded waits hold no longer.
	Resubmits bool
	// Dates is what the transformation makes of the calendar of a workload, nil: none. Without it dates stay as they are.
	Dates func(v param.Values, before *engine.Calendar) *engine.Calendar
	// Apply returns the new workload and, for the report, sentences on what was
	// done. It leaves w as it was and may share columns with it: neither is written
	// to afterwards. Errors are as those of Kind.Make.
	Apply func(v param.Values, w *engine.Workload, in Inputs) (*engine.Workload, []string, error)
}

// Differs says whether replications differ if the parameters have these values.
func (t *Transform) Differs(v param.Values) bool {
	return t.Random && (t.Draws == nil || t.Draws(v))
}
