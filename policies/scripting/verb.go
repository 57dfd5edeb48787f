// Package scripting describes what a script that is a policy may call and read, and has examples to begin from. The interpreter (package
// script), the manual and the page's editor are made from these descriptions. It knows the engine's words for what a policy needs; it
// does not know how scripts are run.
package scripting

import (
	"slices"
	"strings"

	"backfill/engine"
)

// Verb is a function that a script may call.
type Verb struct {
	Name      string
	Arguments []Argument
	Doc       string            // what it does, in a sentence or two
	Gives     string            // what it returns; "" for None
	Fails     string            // when it ends the run with an error; "" if that is said of the arguments alone
	Needs     engine.Capability // of the machine
}

// Argument is what a verb takes.
type Argument struct {
	Name     string
	Is       string // what is accepted
	Optional bool
}

// Signature is how the verb is written: "earliest(job)", "next_fitting(after=None)".
func (v *Verb) Signature() string {
	var arguments []string
	for _, a := range v.Arguments {
		if a.Optional {
			a.Name += "=None"
		}
		arguments = append(arguments, a.Name)
	}
	return v.Name + "(" + strings.Join(arguments, ", ") + ")"
}

// Group is some verbs that belong together.
type Group struct {
	Name  string
	Verbs []Verb
}

// Entry is the function of a script that is called at each event.
const Entry = "schedule"

var (
	oneJob  = Argument{Name: "job", Is: "a job"}
	instant = Argument{Name: "time", Is: "an instant in seconds, from 0"}
	after   = Argument{Name: "after", Is: "a job that waits, or that has just been started; from the head of the queue if left out", Optional: true}
)

// Groups are all verbs.
var Groups = []Group{
	{"What there is", []Verb{
		{Name: "now", Doc: "The present instant.", Gives: "seconds since the beginning"},
		{Name: "waiting", Arguments: []Argument{{Name: "by", Is: "one of " + strings.Join(Orders, ", "), Optional: true}},
			Doc:   "The jobs that wait as it is called, in the order of arrival or in another one, in which ties go by arrival. What is started later stays in it.",
			Gives: "a sequence of jobs: it can be looped over, indexed, cut, sorted"},
		{Name: "head", Doc: "The waiting job that arrived first.", Gives: "a job, None if nobody waits"},
		{Name: "running", Doc: "The jobs that run, in the order of their starts.", Gives: "a list of jobs"},
		{Name: "free", Doc: "How many processors no job holds.", Gives: "a number"},
		{Name: "processors", Doc: "How many processors the machine has.", Gives: "a number"},
		{Name: "fits", Arguments: []Argument{oneJob}, Doc: "Whether the job has room on the machine now, whatever is reserved.", Gives: "True or False", Fails: "the job does not wait"},
		{Name: "next_fitting", Arguments: []Argument{after}, Doc: "The first waiting job, in the order of arrival, that fits.", Gives: "a job, None if there is none"},
		{Name: "events", Doc: "What happened since the last call, in its order.", Gives: "a list of events"},
		{Name: "happened", Arguments: []Argument{{Name: "kind", Is: "one of " + EventWords()}}, Doc: "Whether an event of the kind happened since the last call.", Gives: "True or False"},
	}},
	{"What is started", []Verb{
		{Name: "start", Arguments: []Argument{oneJob}, Doc: "Starts the job now. A reservation that it holds is used up.",
			Fails: "the job does not wait, does not fit, or would delay a reservation that is held for another one"},
		{Name: "start_in_order", Doc: "Starts jobs in the order of arrival until one has no room, or would delay a reservation.", Gives: "that job, None if nobody is left"},
		{Name: "backfill", Arguments: []Argument{{Name: "jobs", Is: "waiting jobs in the order in which they are tried; all, in the order of arrival, if left out", Optional: true}},
			Doc: "Starts those of the jobs that can start now without delaying a reservation, one after the other.", Gives: "how many it has started", Needs: engine.Estimates},
	}},
	{"What is planned", []Verb{
		{Name: "can_start", Arguments: []Argument{oneJob}, Doc: "Whether the job could start now, run for all of its request and delay no reservation.", Gives: "True or False", Fails: "the job does not wait", Needs: engine.Estimates},
		{Name: "next_startable", Arguments: []Argument{after}, Doc: "The first waiting job, in the order of arrival, that can start.", Gives: "a job, None if there is none", Needs: engine.Estimates},
		{Name: "earliest", Arguments: []Argument{oneJob}, Doc: "When the job could start at the earliest, by the requests of those that run and beside the reservations. A reservation of its own counts as one of others.", Gives: "seconds", Fails: "the job does not wait", Needs: engine.Estimates},
		{Name: "free_at", Arguments: []Argument{instant}, Doc: "How many processors will be free then, by the requests of those that run and beside the reservations.", Gives: "a number", Fails: "the instant is past", Needs: engine.Estimates},
		{Name: "reserve", Arguments: []Argument{oneJob}, Doc: "Holds the earliest slot for the job until it starts or the slot is dropped. One that it holds already is given up for it. A slot that has begun, and in which the job was not started, is dropped before the next call; all are when a job has outlived its request or was changed by a command.", Gives: "when the slot begins, in seconds", Fails: "the job does not wait", Needs: engine.Estimates},
		{Name: "reserved", Arguments: []Argument{oneJob}, Doc: "When the slot begins that the job holds.", Gives: "seconds, None if it holds none", Needs: engine.Estimates},
		{Name: "first_reserved", Doc: "When the first slot begins that any job holds.", Gives: "seconds, None if there is none", Needs: engine.Estimates},
		{Name: "drop", Arguments: []Argument{oneJob}, Doc: "Gives up the slot of the job, if it holds one.", Needs: engine.Estimates},
		{Name: "drop_all", Doc: "Gives up all slots.", Needs: engine.Estimates},
		{Name: "wake_at", Arguments: []Argument{instant}, Doc: "Asks for a call at that instant. The earliest counts, and only until the next call, whatever causes that. The past is ignored."},
		{Name: "wake_when_due", Doc: "Asks for a call when the first slot begins.", Needs: engine.Estimates},
	}},
	{"What is told", []Verb{
		{Name: "why", Arguments: []Argument{oneJob, {Name: "text", Is: "a text, of which the first 96 bytes are kept"}},
			Doc: "Says why the job waits or, before it is started, why it starts. The inspector shows it.", Fails: "the job has been started already"},
		{Name: "print", Arguments: []Argument{{Name: "values", Is: "any values"}},
			Doc: "Writes the values beside the decision when a run is played: of each call the first 64 lines, of 240 bytes each, and of a run the first 100,000. Elsewhere nobody reads it."},
		{Name: "fail", Arguments: []Argument{{Name: "values", Is: "any values"}}, Doc: "Ends the run with an error that has these words."},
	}},
}

// Orders are those in which waiting jobs can be asked for: the shortest or the longest request first, the narrowest or the widest job, the
// smallest or the largest area, request times processors.
var Orders = []string{"arrival", "shortest", "longest", "narrowest", "widest", "smallest", "largest"}

// EventKinds are the words for events, by engine.EventKind; "" of those of which scripts do not hear.
var EventKinds = []string{engine.Arrival: "arrival", engine.Completion: "end", engine.Change: "change", engine.Overrun: "overrun", engine.WakeUp: "wake"}

// EventWords lists them: "arrival, end, change, overrun, wake".
func EventWords() string {
	return strings.Join(slices.DeleteFunc(slices.Clone(EventKinds), func(word string) bool { return word == "" }), ", ")
}

// Attribute is something that a script may read of a job or an event: job.request.
type Attribute struct {
	Name  string
	Doc   string
	Needs engine.Capability // of machine and workload
}

// OfJobs are the attributes of a job. No scheduler knows how long a job will run.
var OfJobs = []Attribute{
	{Name: "number", Doc: "What people call the job."},
	{Name: "processors", Doc: "How many it asks for."},
	{Name: "request", Doc: "How long it asks to run, in seconds."},
	{Name: "submitted", Doc: "When it was submitted, in seconds."},
	{Name: "waited", Doc: "How long it has waited so far, or waited before it started, in seconds."},
	{Name: "state", Doc: "waiting, running or ended."},
	{Name: "started", Doc: "When it started, in seconds; None of a job that waits."},
	{Name: "end", Doc: "When it is expected to end, by its request, in seconds; of a job that waits: if it started now."},
	{Name: "memory", Doc: "MB that it asks for in all; 0 if that is not known."},
	{Name: "user", Doc: "The number of its user; -1 if unknown.", Needs: engine.Users},
	{Name: "group", Doc: "The number of its group; -1 if unknown.", Needs: engine.Groups},
	{Name: "queue", Doc: "The number of the queue in which it was; -1 if unknown.", Needs: engine.Queues},
	{Name: "partitions", Doc: "The partitions in which it may run, by name, on a machine that has some.", Needs: engine.Partitions},
}

// OfEvents are the attributes of an event.
var OfEvents = []Attribute{
	{Name: "kind", Doc: "What happened: a job arrived (arrival), ended (end), was changed by a command (change) or outlived its request (overrun), or an instant came that was asked for (wake)."},
	{Name: "job", Doc: "Which job it happened to; None of wake."},
}

// Word is a function or method of the language.
type Word struct{ Name, Doc string }

// Functions are those of the language that a script may call beside the verbs.
var Functions = []Word{
	{"abs", "The number without its sign."},
	{"all", "Whether every element is true."},
	{"any", "Whether some element is true."},
	{"bool", "True or False, as the value counts in an if."},
	{"dict", "A dictionary."},
	{"enumerate", "Pairs of a place, from 0, and an element."},
	{"float", "The number with a fraction."},
	{"int", "The whole number, cut towards 0."},
	{"len", "How many elements there are."},
	{"list", "A list of the elements."},
	{"max", "The largest element, by key if that is given."},
	{"min", "The smallest element, by key if that is given."},
	{"range", "Whole numbers, one after the other."},
	{"repr", "The value as it stands in a script."},
	{"reversed", "The elements, the last one first."},
	{"set", "A set of the elements."},
	{"sorted", "A list of the elements in order, by key if that is given; equal ones keep theirs."},
	{"str", "The value as a text."},
	{"sum", "What numbers come to."},
	{"tuple", "A tuple of the elements."},
	{"type", "What kind of value it is, as a text."},
	{"zip", "Pairs of the elements of several lists."},
}

// Methods are those of lists, dictionaries, sets and texts.
var Methods = []string{
	"add", "append", "capitalize", "clear", "count", "difference", "discard", "endswith", "extend", "find", "format", "get", "index", "insert", "intersection", "isdigit",
	"issubset", "issuperset", "items", "join", "keys", "lower", "lstrip", "pop", "popitem", "remove", "replace", "rfind", "rstrip", "setdefault", "split", "splitlines", "startswith", "strip",
	"symmetric_difference", "title", "union", "update", "upper", "values",
}

// VerbNamed is the verb of a name, nil if there is none.
func VerbNamed(name string) *Verb {
	for g := range Groups {
		for i := range Groups[g].Verbs {
			if v := &Groups[g].Verbs[i]; v.Name == name {
				return v
			}
		}
	}
	return nil
}
