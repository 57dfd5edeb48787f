package table

import (
	"fmt"
	"slices"

	"backfill/engine"
)

// CommandCodes are the codes of the Cloud Workload Format, in the order of engine.CommandKind.
var CommandCodes = []string{"ET", "RT", "EP", "RP"}

// CommandKind is the kind with the given code, false if there is none.
func CommandKind(code string) (engine.CommandKind, bool) {
	i := slices.Index(CommandCodes, code)
	return engine.CommandKind(i), i >= 0
}

// ChangesTime says whether the amount of commands of a kind is a time.
func ChangesTime(k engine.CommandKind) bool {
	return k == engine.ExtendTime || k == engine.ReduceTime
}

// permutedCommands is commands for jobs that come to stand at other rows, without those of
// jobs that are gone; nil if there are none.
func permutedCommands(commands []engine.Command, to []int32) []engine.Command {
	var out []engine.Command
	for _, c := range commands {
		if c.Job = to[c.Job]; c.Job != engine.NoJob {
			out = append(out, c)
		}
	}
	return out
}

// commandsOfRows is the commands of rows from (included) to to (excluded), for a
// workload of these rows alone; nil if there are none.
func commandsOfRows(commands []engine.Command, from, to int) []engine.Command {
	var out []engine.Command
	for _, c := range commands {
		if row := int(c.Job); row >= from && row < to {
			c.Job -= int32(from)
			out = append(out, c)
		}
	}
	return out
}

// MovedCommands moves each command to the time that to gives, and sorts them by it. Commands whose time is below
// 0 are left out, and counted in early: they were issued before their job was submitted, and a simulation would
// refuse them.
func MovedCommands(commands []engine.Command, to func(engine.Command) engine.Time) (out []engine.Command, early int) {
	for _, c := range commands {
		if c.At = to(c); c.At < 0 {
			early++
			continue
		}
		out = append(out, c)
	}
	SortCommands(out)
	return out, early
}

// SortCommands sorts by the time of issue and leaves commands of one time in their order.
func SortCommands(commands []engine.Command) {
	slices.SortStableFunc(commands, func(a, b engine.Command) int {
		switch {
		case a.At < b.At:
			return -1
		case a.At > b.At:
			return 1
		}
		return 0
	})
}

// NoteLeftOut is what notes say of the commands that MovedCommands left out, "" if none were.
func NoteLeftOut(early int) string {
	if early == 0 {
		return ""
	}
	return fmt.Sprintf("; commands issued before time zero, when their jobs had not been submitted, are left out: %d", early)
}
