package session

import (
	"backfill/engine"
)

// Watcher is told of what happens in a session, to show it.
type Watcher interface {
	// DraftReplaced says that the draft is another one as a whole: what is half typed belongs to none.
	DraftReplaced()
	// Opened says that an experiment has been opened.
	Opened()
	// NotOpened says that one could not be; the notice says why.
	NotOpened()
	// ScenarioChanged says, in a frame, that the experiment is another one or has another address.
	ScenarioChanged()
	// Unfold shows parts of the form that somebody will look for now.
	Unfold(what ...string)
	// ShowMistake shows the first field with a mistake, and SayMistake reads it aloud.
	ShowMistake()
	SayMistake()
	// Mistaken says that the experiment was checked and cannot be run because of a mistake.
	Mistaken()
	// Edited says, where there is no frame, that the experiment is another one.
	Edited()
	// Asked says that a simulation is large enough to be asked about; the logs that it needs are at hand.
	Asked()
	// Began says that a simulation for the timeline begins: nothing comes any more of what the last one was asked.
	Began()
	// Shown says that more results are on the page. fresh are the first ones of a run, and last is the workload that they
	// take the place of.
	Shown(fresh bool, last *engine.Workload)
	// Estimated says that there are new estimates; complete are those of the whole measurement, for the first time.
	Estimated(complete bool)
	// Finished says that all results of a run are there.
	Finished()
	// Stopped says that no more come of a run that has no end, and Failed why: at a field of the scenario, or "".
	Stopped()
	Failed(why, path string)
	// Settled says that nothing runs any more, so that simulations can be asked for what they did.
	Settled()
}
