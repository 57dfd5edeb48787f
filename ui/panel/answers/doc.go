// Package answers has the panels that say what came of an experiment: the sentence and the table of metrics (Answers), distributions
// (Charts), one metric over a sweep (Curves, Map), metrics by class of jobs (Classes) and published claims (Claims).
package answers
