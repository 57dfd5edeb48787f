package grouping

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// Classes names groups, in the order of panels and classes, where what is unknown comes
// last. Classes without a job that ended are left out.
type Classes struct {
	// Panel and PanelLabel are the class of Each that a group lies in; nil without Each.
	Panel      []int32  `json:"panel,omitempty"`
	PanelLabel []string `json:"panelLabel,omitempty"`
	// Class numbers the classes of a grouping from 1, those left out included, so that
	// the same class is found in another run: of quantiles and bounds in their order, of
	// a natural attribute it is one more than the value (of months counted from the year
	// 0). Jobs of unknown value have the class Unknown, rare classes put together Others.
	Class []int32  `json:"class"`
	Label []string `json:"label"` // in words: "2–4 processors"
}

// Classes that have no number.
const (
	Unknown int32 = 0
	Others  int32 = -1
)

// Len is the number of groups.
func (c *Classes) Len() int { return len(c.Class) }

// Equal says whether c and other name the same groups alike.
func (c *Classes) Equal(other *Classes) bool {
	return slices.Equal(c.Class, other.Class) && slices.Equal(c.Label, other.Label) &&
		slices.Equal(c.Panel, other.Panel) && slices.Equal(c.PanelLabel, other.PanelLabel)
}

// Key is what group i is found by in another run.
func (c *Classes) Key(i int) Key {
	k := Key{Class: c.Class[i]}
	if c.Panel != nil {
		k.Panel = c.Panel[i]
	}
	return k
}

// Find is the group with that key, -1 if there is none. O(log n).
func (c *Classes) Find(k Key) int {
	if i, found := c.Search(k); found {
		return i
	}
	return -1
}

// Search is the place of the group with that key, or where it would be. O(log n).
func (c *Classes) Search(k Key) (i int, found bool) {
	i = sort.Search(c.Len(), func(i int) bool { return c.Key(i).Compare(k) >= 0 })
	return i, i < c.Len() && c.Key(i) == k
}

// Key is the panel and the class of a group; without panels Panel is 0.
type Key struct{ Panel, Class int32 }

// Compare orders keys as groups are.
func (k Key) Compare(other Key) int {
	return cmp.Or(compareClasses(k.Panel, other.Panel), compareClasses(k.Class, other.Class))
}

// compareClasses puts Others and then Unknown last.
func compareClasses(a, b int32) int {
	rank := func(class int32) int64 {
		switch class {
		case Unknown:
			return math.MaxInt64
		case Others:
			return math.MaxInt64 - 1
		}
		return int64(class)
	}
	return cmp.Compare(rank(a), rank(b))
}
