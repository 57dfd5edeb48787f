package lessons

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// unseen is what is known of blocks that cannot be read or seen. A name that is not known may be that of one of them: then nothing is told of it.
type unseen struct {
	// lost says that there was a block of which not even the name could be read, or not where it was to end.
	lost bool
	// stray is the mistake of a line that seems to begin or end a block, and may be the reason why a name is not known; nil if there is no such line. It is told only
	// if it is blamed: the text may be meant as it is.
	stray  error
	blamed bool
}

// within is a line that begins one of our blocks.
var within = regexp.MustCompile("(?m)^(```+|~~~+)(" + strings.Join(languages, "|") + `)\b`)

// code looks at a block without a kind, which is code. If one of our blocks begins in it, that may be meant; or it begins where another one was to end.
func (u *unseen) code(b block) {
	at := within.FindStringIndex(b.text)
	if at == nil || u.stray != nil {
		return
	}
	line := b.line + strings.Count(b.text[:at[0]], "\n")
	u.stray = &lined{b.line - 1, fmt.Errorf("the block that begins here has no kind, and %s in line %d is in it: above, a line that begins or ends a block is missing, or is one too many", b.text[at[0]:at[1]], line)}
}

// gone says whether what is not known may stand in a block that could not be read or seen.
func (u *unseen) gone() bool {
	if !u.lost && u.stray != nil {
		u.blamed = true
	}
	return u.lost || u.blamed
}

// unread notes a block that cannot be read, and gives its name, "" if that is not known.
func (u *unseen) unread(b block) string {
	id := b.id()
	u.lost = u.lost || id == ""
	return id
}

// experiments are those that something in a lesson may be about.
type experiments struct {
	list []*Lab
	gone func() bool // says whether others may stand in a block that could not be read or seen; nil if none do
}

// find is the experiment of that name. The error is errFollows if that may be one that cannot be read.
func (e experiments) find(id string) (*Lab, error) {
	l := find(e.list, id)
	switch {
	case id == "", l == nil && (e.gone == nil || !e.gone()):
		return nil, errors.New(noLab(id, e.list))
	case l == nil || l.unread:
		return nil, errFollows
	}
	return l, nil
}

// above are the experiments that what is being read may be about.
func (r *reader) above() experiments { return experiments{r.lesson.Labs, r.gone} }

// all are those and the experiments of exercises.
func (r *reader) all() experiments {
	return experiments{slices.Concat(r.lesson.Labs, r.exercised), r.gone}
}
