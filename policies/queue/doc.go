// Package queue keeps the waiting jobs in lines of jobs that are alike, and by size, so that
// a policy finds those that may start without a look at all of them.
//
// It knows what jobs need and when they arrived. It knows no priority and no policy.
package queue
