// Package factors notes what the priorities of waiting jobs are made of, who stands first, and what fair-share users have, at chosen instants
// of a simulation. It observes; it knows neither a policy nor how priorities are computed.
package factors

import (
	"errors"

	"backfill/engine"
)

// Weighing is a policy whose jobs have priorities that are sums of weighted factors. Its methods change nothing that it decides.
type Weighing interface {
	engine.Policy
	// Unweighed says why jobs have no such priorities, "" if they have.
	Unweighed() string
	// Names are those of the factors, as sprio calls them, in the order of Point.Addends.
	Names() []string
	// Until lets priorities be those of an instant, which lies after the last call of Schedule and not after the next. It says whether there
	// are any yet: there are none before the first call.
	Until(at engine.Time) bool
	// Point is how job j stands in a partition, the place of one of those in which it may run. Nil: it does not wait.
	Point(j int32, partition int) *Point
	// Next is what would have to change for job j, which waits, to be the first there.
	Next(j int32, partition int) *Next
	// Shares are the associations, each behind the account above it.
	Shares() []Share
}

// Question is what is to be noted.
type Question struct {
	Job       int32       `json:"job"`                 // whose priority; engine.NoJob: of none
	Partition int         `json:"partition,omitempty"` // the place of one of those in which it may run
	From      engine.Time `json:"from"`                // the first instant of the series
	To        engine.Time `json:"to"`                  // the last; if it is before From there is no series
	Steps     int         `json:"steps"`               // about so many instants at most, whole seconds apart
	At        engine.Time `json:"at"`                  // of the tree and of Next; below 0: of none
	Users     bool        `json:"users,omitempty"`     // the series has the fair-share of users and accounts
}

// Record is the answer. At an instant means: after all that the policy did until then.
type Record struct {
	Unweighed  string        `json:"unweighed,omitempty"` // why there is nothing to note; "" if there is
	Names      []string      `json:"names"`               // of the factors
	Every      engine.Time   `json:"every"`               // between two instants of the series
	Points     []Point       `json:"points"`              // of the job, while it waits
	Partitions []int32       `json:"partitions"`          // numbers of those in which the job may run
	Next       *Next         `json:"next,omitempty"`      // nil: the job does not wait at Question.At
	Tree       []Share       `json:"tree"`                // at Question.At; empty: before the policy was called first
	Lines      []Line        `json:"lines"`               // of fair-share: of the accounts and users who used most at the end, half of MostLines of each at most
	Instants   []engine.Time `json:"instants"`            // of Lines
}

// MostLines is how many associations have a line of fair-share at most: half of them accounts, half users.
const MostLines = 64

// Point is how a job stands at an instant.
type Point struct {
	At       engine.Time `json:"at"`
	Priority int64       `json:"priority"` // 0: it is held
	Addends  []float64   `json:"addends"`  // whose sum, cut off, is the priority
	// Wanted is the least priority with which it would be ahead of all that it can pass, and First the one of these, ahead of it, that wants it, with
	// the priority FirstHas: engine.NoJob if there is none. Then Wanted is its own.
	Wanted   int64 `json:"wanted"`
	First    int32 `json:"first"`
	FirstHas int64 `json:"firstHas"`
	Ahead    int   `json:"ahead"`  // how many are ahead of it
	Beyond   int   `json:"beyond"` // how many of these go first whatever the priorities
	Queued   bool  `json:"queued"` // its partition takes it into the queue; if not it is held, its time or reservation has not come, its array is full, or the partition is down
}

// Next is how a job stands, who is ahead of it, and what would have to change.
type Next struct {
	Point
	Rivals  []Rival  `json:"rivals"`  // ahead of it, the first MostRivals
	Changes []Change `json:"changes"` // of one factor each
	Stale   bool     `json:"stale"`   // it has run since its priority was computed: the next calculation changes it, and no Changes are known
	Array   bool     `json:"array"`   // it is a task of an array, of which the first that waits stands for all
}

// MostRivals is how many jobs ahead are named at most.
const MostRivals = 10

// Rival is a job that is ahead of another one.
type Rival struct {
	Job      int32 `json:"job"`
	Priority int64 `json:"priority"`
	Beyond   bool  `json:"beyond"` // whatever the priorities
}

// Change is a change of one factor alone.
type Change struct {
	Factor int     `json:"factor"` // its place in Record.Names
	From   float64 `json:"from"`   // what the job has
	To     float64 `json:"to"`     // the least change that is enough, if Enough, or what there can be at most
	Enough bool    `json:"enough"`
	Adds   float64 `json:"adds"` // to the priority
}

// Share is an association: an account, or a user of one.
type Share struct {
	Parent    int32   `json:"parent"`  // place of the account above, -1: the root
	Account   int32   `json:"account"` // number; Unknown
	User      int32   `json:"user"`    // number; Unknown; NoUser: the account as a whole
	Shares    int64   `json:"shares"`  // below 0: those of the account
	Norm      float64 `json:"norm"`
	Usage     float64 `json:"usage"` // seconds times billing, decayed
	NormUsage float64 `json:"normUsage"`
	Effective float64 `json:"effective"`
	Level     float64 `json:"level"`     // level fairshare; Infinite; None
	FairShare float64 `json:"fairShare"` // None
	Rank      int     `json:"rank"`      // of a user by fair-share among all users, from 1; 0: it has none
}

// What stands for numbers that there are not.
const (
	None           = -1
	Infinite       = -2
	NoUser   int32 = -1
	Unknown  int32 = 1 << 30
)

// Line is the fair-share of one association over time, by instant.
type Line struct {
	Share    int       `json:"share"`    // the association: its place in the tree
	Factor   []float64 `json:"factor"`   // None: it has none
	Usage    []float64 `json:"usage"`    // seconds times billing
	ByShares []float64 `json:"byShares"` // effective usage by normalised shares: 1 over the level fair-share; None: it has no shares
}

// ErrEnough is what engine.Simulate returns when all that was asked for is noted.
var ErrEnough = errors.New("the priorities that were asked for are noted")
