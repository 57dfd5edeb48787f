// Package phrase writes what the page shows in words: counts, shares, lists, lengths of time, names and
// sizes of files, CSV, and reads such texts again. It knows nothing of the page or of an experiment.
package phrase
