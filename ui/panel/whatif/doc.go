// Package whatif has the panel for changes of single jobs and what came of them: the pinned job asks for less, is wider, comes later or
// not at all, others are typed or drawn; and the runs that are kept to come back to. Alteration is the part of it that lies in the
// inspector.
package whatif
