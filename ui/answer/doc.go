// Package answer says what came of an experiment in numbers and words: means and differences with their intervals, the rows of the
// table of metrics, and the sentences that compare policies.
//
// Of an experiment of several cells, Estimate makes the Estimates in short steps. A Scale writes numbers of one kind with as many digits
// as their intervals justify. The package knows neither the session nor the page.
package answer
