// Package waiting keeps the waiting jobs: in the order of their arrival and, where there are many, by
// their sizes. A job is a number; -1 stands for none.
package waiting

// nobody is the number that stands for "no job".
const nobody int32 = -1

// Queue is the list of waiting jobs in the order of their arrival, linked through
// two columns so that a job leaves from anywhere in constant time.
type Queue struct {
	Next, Prev  []int32 // by job
	First, Last int32   // -1 if no job waits
	Length      int32
}

// New is an empty queue for so many jobs in all.
func New(jobs int) Queue {
	return Queue{Next: make([]int32, jobs), Prev: make([]int32, jobs), First: nobody, Last: nobody}
}

// Beside is an empty queue that shares the columns of q: a job is in at most one of the two.
func (q *Queue) Beside() Queue {
	return Queue{Next: q.Next, Prev: q.Prev, First: nobody, Last: nobody}
}

// Append puts job j behind all others.
func (q *Queue) Append(j int32) { q.Insert(j, q.Last) }

// Insert puts job j behind job after, in front of all if that is -1.
func (q *Queue) Insert(j, after int32) {
	next := q.First
	if after != nobody {
		next = q.Next[after]
	}
	q.Next[j], q.Prev[j] = next, after
	if after == nobody {
		q.First = j
	} else {
		q.Next[after] = j
	}
	if next == nobody {
		q.Last = j
	} else {
		q.Prev[next] = j
	}
	q.Length++
}

// Remove unlinks job j. Its own links stay, so that a walk which stands on j goes on.
func (q *Queue) Remove(j int32) {
	prev, next := q.Prev[j], q.Next[j]
	if prev == nobody {
		q.First = next
	} else {
		q.Next[prev] = next
	}
	if next == nobody {
		q.Last = prev
	} else {
		q.Prev[next] = prev
	}
	q.Length--
}
