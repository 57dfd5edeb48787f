package glossary

// word is a term that no description of the code's explains.
type word struct {
	name, text string
	forms      []string // as it stands in sentences
}

// words are in alphabetical order.
var words = []word{
	{"Backfill scheduler", "The second scheduler of Slurm: from time to time it goes through the whole queue and starts jobs beside the nodes that it promises to others in the same pass.", []string{"backfill scheduler"}},
	{"Backfilling", "Starting a job past one that arrived earlier and does not fit yet.", []string{"backfilling", "backfilled", "backfill", "backfills"}},
	{"Baseline", "The policy with which the others are compared.", []string{"baseline"}},
	{"Batch", "So many jobs in a row, whose mean counts as one sample.", nil},
	{"Batch job", "A job that starts as soon as it can, unlike a dedicated job.", []string{"batch job", "batch jobs"}},
	{"Believed run time", "How long the scheduler believes that a job runs, where it plans with predictions instead of requests.", []string{"believed run time", "believed run times"}},
	{"Bounded slowdown", "Time in the system divided by run time, with run times below 10 s counted as 10 s, and at least 1.", []string{"bounded slowdown"}},
	{"COMPLETING", "What Slurm calls a node on which a job has ended and is being cleaned up. No other job starts there meanwhile, not even on processors that were free all the time.", []string{"COMPLETING"}},
	{"Component", "The part of a job that runs in one cluster.", []string{"component", "components"}},
	{"Dedicated job", "A job that asks for a certain start.", []string{"dedicated job", "dedicated jobs", "requested start", "requested starts"}},
	{"Elastic", "Commands that extend or reduce jobs while they wait or run are elastic, and so is a policy that obeys them.", []string{"elastic"}},
	{"Estimate", "How long a job will run, as its user has said: its request.", []string{"estimate", "estimates"}},
	{"Extra processors", "What is left beside the head of the queue at its shadow time. A job that takes no more than these may start and run for as long as it likes.", []string{"extra processors", "extra processor"}},
	{"Head of the queue", "The waiting job that comes first, in the order of arrival unless the policy has another one.", []string{"head of the queue"}},
	{"Interval", "Where the true mean lies with the stated confidence. A difference that has an interval is shown as better or worse only if that excludes zero.", []string{"interval", "intervals"}},
	{"Jump", "A later job starting past the head of the queue.", []string{"jump", "jumps"}},
	{"Licence", "What a computer must hold a copy of while a job there needs it; jobs on one computer share it.", []string{"licence", "licences"}},
	{"Main scheduler", "The first scheduler of Slurm: it starts jobs in order until one of a partition finds no room, which closes the partition for that pass.", []string{"main scheduler"}},
	{"Pass", "One time that a scheduler of Slurm goes through the queue. Between two passes it does not look at the queue.", []string{"next pass"}},
	{"Processor-hour", "One processor for an hour: a job takes its processors times its run time.", []string{"processor-hour", "processor-hours"}},
	{"Replication", "The same experiment with other random numbers.", []string{"replication", "replications"}},
	{"Request", "How long a job will run, as its user has said; also called estimate. Most policies plan with it, and learn how long the job really runs only when it ends.", []string{"request", "requests", "requested time"}},
	{"Reservation", "A start that a waiting job has been promised. Others may start before it if they do not delay it.", []string{"reservation", "reservations"}},
	{"Response time", "Time from submission to end: wait and run time together.", []string{"response time", "response times"}},
	{"Segment", "A time in which a job runs without interruption; a job that is interrupted has several.", []string{"segment", "segments"}},
	{"Shadow time", "When, by the estimates, enough processors will be free for the head of the queue. A job that ends by then may start past it.", []string{"shadow time", "shadow times"}},
	{"Shared shadow", "A time in which the same processes run on a node. Where they ask for more than it has, a conflict, they run slower.", []string{"shared shadow", "shared shadows"}},
	{"Skip", "The head of the queue is passed over because other jobs use more of the free processors.", []string{"skip", "skips"}},
	{"Slowdown", "Time in the system divided by run time.", []string{"slowdown", "slowdowns"}},
	{"Suspended", "Interrupted, and able to go on where it was. A job with checkpoints goes on anywhere; any other starts again from its beginning.", []string{"suspended"}},
	{"Unstable", "More work comes than gets done: the queue grows without end.", []string{"unstable"}},
	{"Warm-up", "The first jobs, left out because they met an empty machine.", []string{"warm-up"}},
	{"Window (bf_window)", "How far ahead, in minutes, the backfill scheduler of Slurm looks. A job that would begin later is promised nothing.", []string{"bf_window"}},
}
