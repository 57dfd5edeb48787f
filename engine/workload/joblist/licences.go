package joblist

import (
	"fmt"
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/engine/param"
)

// licencesOf is the set of the licences in a list of their numbers, which farm has. The path of an
// error is that of the number in the list.
func licencesOf(list []int64, farm *farm.Machine) (engine.Licences, error) {
	set := engine.Licences(0)
	for k, number := range list {
		refuse := func(reason string) error {
			return &param.Error{Path: fmt.Sprintf("/%d", k), Value: strconv.FormatInt(number, 10), Reason: reason}
		}
		licence := engine.Licences(1) << (number - 1)
		if set&licence != 0 {
			return 0, refuse("listed before; each licence is accepted once")
		}
		set |= licence
		switch kinds := farm.Copies(); {
		case len(kinds) == 0:
			return 0, refuse("the farm has no licences; a job without any is accepted")
		case number > int64(len(kinds)):
			return 0, refuse(fmt.Sprintf("the farm has no such licence; known are 1 to %d", len(kinds)))
		case kinds[number-1] == 0 && !farm.Drawn():
			return 0, refuse("the farm has no copy of this licence; one of which it has copies is accepted")
		}
	}
	return set, nil
}

// runnable says why no computer of farm can run a job of so many processors with such
// licences, of each of which there are copies; nil if one can or, of a farm that is drawn, might.
// The path of an error is that of the column.
func runnable(processors int32, needs engine.Licences, farm *farm.Machine) error {
	if farm.Drawn() {
		if widest := farm.WidestDrawn(); widest > 0 && processors > widest {
			return &param.Error{Path: "/processors", Value: fmt.Sprint(processors), Reason: fmt.Sprintf("wider than any computer that is drawn for the farm; at most %d is accepted", widest)}
		}
		return nil
	}
	widest := farm.Widest(needs)
	switch {
	case processors <= widest:
		return nil
	case widest == 0:
		var numbers []int64
		for l := range needs.Each {
			numbers = append(numbers, int64(l)+1)
		}
		return &param.Error{Path: "/licences", Value: param.Format(numbers), Reason: "no computer of the farm may use all of them; licences that one computer may use are accepted"}
	case needs == 0:
		return &param.Error{Path: "/processors", Value: fmt.Sprint(processors), Reason: fmt.Sprintf("wider than any computer of the farm; at most %d is accepted", widest)}
	}
	return &param.Error{Path: "/processors", Value: fmt.Sprint(processors),
		Reason: fmt.Sprintf("wider than any computer of the farm that may use the job's licences; at most %d with them, and %d without, is accepted", widest, farm.Widest(0))}
}

// copiesOf are the licences in a list of their numbers, each with how often it stands there.
func copiesOf(list []int64) (copies []engine.Copies) {
	for _, number := range list {
		at := slices.IndexFunc(copies, func(c engine.Copies) bool { return int64(c.Licence) == number })
		if at < 0 {
			at = len(copies)
			copies = append(copies, engine.Copies{Licence: int32(number)})
		}
		copies[at].Count++
	}
	return copies
}
