package scenario

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/engine/param"
)

const farmSource = "Baraglia, Capannini, Dazzi, Pagano, A multi-criteria job scheduling framework for large computing farms"

var farmKind = MachineKind{
	Description: param.Description{Kind: "farm", Name: "Farm of unequal computers",
		Doc: "Computers of different width and speed that share floating licences: a job runs on one of them, as long as its speed makes it, and can be preempted. " +
			"Without a table of machines they are drawn, others in each replication.",
		Source: farmSource,
		Params: []param.Param{
			{Name: "machines", Kind: param.Table, Max: farm.MaxComputers, Doc: "The computers, alike ones in one row; drawn if left out.", Columns: []param.Param{
				{Name: "processors", Kind: param.Integer, Unit: "processors", Min: 1, Max: farm.MaxComputerProcessors, Required: true, Doc: "Of one computer."},
				{Name: "speed", Kind: param.Integer, Unit: "MIPS", Min: 1, Max: farm.MaxSpeed, Required: true, Doc: "Of each processor."},
				{Name: "licences", Kind: param.Integers, Min: 1, Max: engine.MaxLicences, Empty: true, Doc: "Numbers of the licences that can be used there, possibly none; all if left out."},
				{Name: "suspend", Kind: param.Boolean, Default: true, Doc: "Whether a preempted job can go on there with what it has done; otherwise it starts again from its beginning, unless it has checkpoints."},
				{Name: "power", Kind: param.Number, Unit: "W", Min: 0, Max: maxPower, Default: 0.0, Doc: "Taken by each processor in use."},
				{Name: "count", Kind: param.Integer, Min: 1, Max: farm.MaxComputers, Default: int64(1), Doc: "How many computers like this there are."},
			}},
			{Name: "licences", Kind: param.Integers, Min: 0, Max: farm.MaxComputers,
				Doc: "Copies of licence 1, licence 2 and so on: on how many computers each can be in use at the same time. If left out, there are none beside a table of machines, and drawn ones without."},
			{Name: "computers", Kind: param.Integer, Min: 1, Max: farm.MaxComputers, Default: int64(150), Without: "machines", Doc: "How many computers are drawn; numbers are uniform from the least to the most."},
			{Name: "processorsMin", Kind: param.Integer, Unit: "processors", Min: 1, Max: farm.MaxComputerProcessors, Default: int64(1), Without: "machines", Doc: "Least processors of a computer."},
			{Name: "processorsMax", Kind: param.Integer, Unit: "processors", Min: 1, Max: farm.MaxComputerProcessors, Default: int64(8), Without: "machines", Doc: "Most processors of a computer."},
			{Name: "speedMin", Kind: param.Integer, Unit: "MIPS", Min: 1, Max: farm.MaxSpeed, Default: int64(200), Without: "machines", Doc: "Least speed of a computer's processors."},
			{Name: "speedMax", Kind: param.Integer, Unit: "MIPS", Min: 1, Max: farm.MaxSpeed, Default: int64(600), Without: "machines", Doc: "Greatest speed of a computer's processors."},
			{Name: "licenceKinds", Kind: param.Integer, Min: 0, Max: engine.MaxLicences, Default: int64(20), Without: "machines", Doc: "How many different licences there are, unless their copies are listed."},
			{Name: "suitability", Kind: param.Number, Min: 0, Max: 1, Default: 0.9, Without: "machines", Doc: "Probability that a licence can be used on a computer."},
			{Name: "ratioMin", Kind: param.Number, Min: 0, Max: 1, Default: 0.55, Without: "machines", Doc: "Least number of copies of a licence, by the number of computers."},
			{Name: "ratioMax", Kind: param.Number, Min: 0, Max: 1, Default: 0.65, Without: "machines", Doc: "Greatest number of copies of a licence, by the number of computers."},
			{Name: "suspendShare", Kind: param.Number, Min: 0, Max: 1, Default: 0.5, Without: "machines", Doc: "Probability that a preempted job can go on, on a computer, with what it has done there."},
			{Name: "powerMin", Kind: param.Number, Unit: "W", Min: 0, Max: maxPower, Default: 100.0, Without: "machines", Doc: "Least power that each processor in use takes."},
			{Name: "powerMax", Kind: param.Number, Unit: "W", Min: 0, Max: maxPower, Default: 300.0, Without: "machines", Doc: "Greatest power that each processor in use takes."},
			{Name: "benchmark", Kind: param.Integer, Unit: "MIPS", Min: 1, Max: farm.MaxSpeed, Default: int64(400), Doc: "Speed of the computer that the times of jobs hold on which name none."},
			{Name: "overhead", Kind: param.Number, Unit: "s", Min: 0, Max: 1e6, Default: 0.0, Doc: "How long a job that was preempted needs, whenever it starts again, before it goes on."},
		},
		Presets: []param.Preset{
			{Name: "Farm of 150 computers", Source: "Baraglia, Capannini, Dazzi, Pagano",
				Doc:    "The farm of the study: computers of 1 to 8 processors with 200 to 600 MIPS and 20 licences, drawn for each replication.",
				Fields: map[string]json.RawMessage{}},
			{Name: "Farm for lessons",
				Doc: "Four computers and two licences: small enough to follow each job.",
				Fields: map[string]json.RawMessage{
					"machines": json.RawMessage(`[{"processors":4,"speed":600,"licences":[1]},{"processors":4,"speed":400},{"processors":2,"speed":400,"suspend":false},{"processors":2,"speed":200,"licences":[2]}]`),
					"licences": json.RawMessage(`[1,2]`)}},
		}},
	New: func(v param.Values) (engine.Machine, error) {
		config := farm.Config{Benchmark: int32(v.Int("benchmark")), Overhead: engine.FromSeconds(v.Float("overhead"))}
		if v.Has("licences") {
			for _, copies := range v.Ints("licences") {
				config.Copies = append(config.Copies, int32(copies))
			}
		}
		var err error
		if v.Has("machines") {
			config.Computers, err = farmRows(v.Rows("machines"), len(config.Copies))
		} else {
			config.Draw, err = drawnFarm(v, config.Copies)
			config.Widest = int32(v.Int("processorsMax"))
		}
		if err != nil {
			return nil, err
		}
		return farm.New(config), nil
	},
	Draws: func(v param.Values) bool { return !v.Has("machines") },
}

// maxPower of a processor, W.
const maxPower = 1e6

// farmRows are the computers of a table; licences is how many there are.
func farmRows(rows []param.Values, licences int) ([]farm.Computer, error) {
	var list []farm.Computer
	for i, row := range rows {
		computer := farm.Computer{
			Processors: int32(row.Int("processors")),
			Speed:      int32(row.Int("speed")),
			Licences:   1<<licences - 1,
			Suspends:   row.Bool("suspend"),
			Power:      row.Float("power"),
		}
		if row.Has("licences") {
			path := fmt.Sprintf("/machines/%d/licences", i)
			computer.Licences = 0
			for k, number := range row.Ints("licences") {
				if number > int64(licences) {
					return nil, &param.Error{Path: fmt.Sprintf("%s/%d", path, k), Value: strconv.FormatInt(number, 10), Reason: acceptedLicences(licences)}
				}
				licence := engine.Licences(1) << (number - 1)
				if computer.Licences&licence != 0 {
					return nil, &param.Error{Path: fmt.Sprintf("%s/%d", path, k), Value: strconv.FormatInt(number, 10), Reason: "listed before; each licence is accepted once"}
				}
				computer.Licences |= licence
			}
		}
		count := row.Int("count")
		if int64(len(list))+count > farm.MaxComputers {
			return nil, &param.Error{Path: fmt.Sprintf("/machines/%d/count", i), Value: strconv.FormatInt(count, 10),
				Reason: fmt.Sprintf("too many; up to %d computers in all are accepted", farm.MaxComputers)}
		}
		list = append(list, slices.Repeat([]farm.Computer{computer}, int(count))...)
	}
	return list, nil
}

// acceptedLicences says which numbers of licences there are.
func acceptedLicences(n int) string {
	switch n {
	case 0:
		return "the farm has no licences; a list of their copies beside the machines is accepted with it"
	case 1:
		return "the farm has one licence; 1 is accepted"
	}
	return fmt.Sprintf("the farm has %d licences; a number from 1 to %d is accepted", n, n)
}

// Attributes of a farm that is drawn, each with random numbers of its own, so that a change
// of one leaves the others as they were.
const (
	farmWidths = iota
	farmSpeeds
	farmLicences
	farmCopies
	farmSuspends
	farmPowers
	farmAttributes
)

// farmSequence separates the random numbers of farms from all others with the same seed.
const farmSequence = 0x6661726d

// drawnFarm draws farms by the parameters; copies, if there are any, are as they are given.
func drawnFarm(v param.Values, copies []int32) (func(seed uint64) ([]farm.Computer, []int32), error) {
	for _, name := range []string{"processors", "speed", "ratio", "power"} {
		low, high := v[name+"Min"], v[name+"Max"]
		if number(low) > number(high) {
			return nil, &param.Error{Path: "/" + name + "Max", Value: param.Format(high),
				Reason: fmt.Sprintf("a number of at least %sMin, %s, is accepted", name, param.Format(low))}
		}
	}
	kinds := len(copies)
	if copies == nil {
		kinds = int(v.Int("licenceKinds"))
	}
	n := int(v.Int("computers"))
	return func(seed uint64) ([]farm.Computer, []int32) {
		s := newFarmStreams(seed)
		list := make([]farm.Computer, n)
		for i := range list {
			c := &list[i]
			c.Processors = s.whole(farmWidths, v.Int("processorsMin"), v.Int("processorsMax"))
			c.Speed = s.whole(farmSpeeds, v.Int("speedMin"), v.Int("speedMax"))
			for l := range engine.MaxLicences { // draws for all, so that more kinds leave earlier ones as they were
				if s.uniform(farmLicences) < v.Float("suitability") && l < kinds {
					c.Licences |= 1 << l
				}
			}
			c.Suspends = s.uniform(farmSuspends) < v.Float("suspendShare")
			c.Power = v.Float("powerMin") + float64(s.uniform(farmPowers)*(v.Float("powerMax")-v.Float("powerMin")))
		}
		if copies != nil {
			return list, copies
		}
		drawn := make([]int32, kinds)
		for l := range drawn {
			ratio := v.Float("ratioMin") + float64(s.uniform(farmCopies)*(v.Float("ratioMax")-v.Float("ratioMin")))
			drawn[l] = int32(math.Floor(float64(ratio*float64(n)) + 0.5))
		}
		return list, drawn
	}, nil
}

// number is a checked value, whole or not.
func number(value any) float64 {
	if whole, is := value.(int64); is {
		return float64(whole)
	}
	return value.(float64)
}
