// Package tworuns has the panel that compares two runs on the same workload job by job: who waits less and who longer, the first instant at
// which the schedules part, and why each policy decided as it did.
package tworuns
