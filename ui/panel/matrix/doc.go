// Package matrix has the panel with the matrix of priorities: what priority a policy gave to each job on each computer when it made a
// plan, as a heat map, and what the priority of one pair is made of.
package matrix
