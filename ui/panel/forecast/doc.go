// Package forecast has the panel that says when a job would start that is submitted when the log ends or at another instant, as a distribution, and
// how often that would have been told rightly of jobs of the log.
package forecast
