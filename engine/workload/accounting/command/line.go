// Package command reads the command lines with which jobs of Slurm were submitted: their options, and of these for which jobs others wait, licences, arrays
// and time limits. It keeps no names, and does not know what becomes of the numbers.
package command

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"backfill/engine/workload/accounting/scan"
)

// Line is what is read of the command with which a job was submitted, as SubmitLine tells it: options alone, nothing of the script or
// of a command behind them. What stands in the script is not told.
type Line struct {
	Dependency, Array, Licences, Name, Time, LeastTime []byte

	Nice        int32
	Once, Whole bool
}

// Read reads a command line. sacct joins its words without quotes, so that nobody can tell where a value of several words ends: it is
// read up to the first word that may not be an option any more.
func Read(line []byte) (l Line) {
	words := bytes.Fields(line)
	if len(words) == 0 || !Submits(words[0]) {
		return l
	}
	srun := path(words[0]) == "srun"
	for i := 1; i < len(words); i++ {
		word := words[i]
		if len(word) < 2 || word[0] != '-' || string(word) == "--" {
			return l
		}
		var more int
		var known bool
		if word[1] == '-' {
			more, known = l.long(word[2:], words[i+1:], srun)
		} else {
			more, known = l.short(word[1:], words[i+1:], srun)
		}
		if !known {
			return l
		}
		i += more
	}
	return l
}

// Submits says whether a word is a command that submits jobs.
func Submits(word []byte) bool {
	switch path(word) {
	case "sbatch", "srun", "salloc":
		return true
	}
	return false
}

// path is the last part of the path of a command.
func path(word []byte) string { return string(word[bytes.LastIndexByte(word, '/')+1:]) }

// Options with a value, which may be the next word, and without. Those with a value that may be left out have it behind "=" alone.
var (
	valueOptions = strings.Fields(`account acctg-freq array batch bb bbf bcast-exclude begin chdir cluster-constraint clusters comment consolidate-segments constraint
		container container-id core-spec cores-per-socket cpu-bind cpu-freq cpus-per-gpu cpus-per-task deadline delay-boot dependency distribution epilog error
		exclude export export-file extra extra-node-info gid gpu-bind gpu-freq gpus gpus-per-node gpus-per-socket gpus-per-task gres gres-flags het-group
		hint input jobid job-name kill-on-invalid-dep licenses mail-type mail-user mcs-label mem mem-bind mem-per-cpu mem-per-gpu mincpus mpi msg-timeout
		network nodefile nodelist nodes ntasks ntasks-per-core ntasks-per-gpu ntasks-per-node ntasks-per-socket ntasks-per-tres open-mode output partition power
		prefer priority profile prolog qos relative reservation resources segment signal slurmd-debug sockets-per-node switches task-epilog task-prolog
		thread-spec threads threads-per-core time time-min tmp tree-width tres-bind tres-per-task uid wait-all-nodes wckey`)
	plainOptions = strings.Fields(`bcast bell compress contiguous disable-status exact exclusive external get-user-env help hold ignore-pbs immediate
		interactive kill-on-bad-exit label multi-prog nice no-allocate no-bell no-kill no-requeue no-shell oom-kill-step overcommit overlap oversubscribe parsable
		preserve-env propagate pty quiet quit-on-interrupt reboot requeue resv-ports send-libs share spread-job stepmgr test-only
		unbuffered usage use-min-nodes verbose version x11`)
)

const (
	valueLetters = "aAbBcCdDeFGiJLmMnNopqrStTUwx"
	plainLetters = "hHkKlOQsuvVXZEI"
)

// optionOf is the full name of an option of one letter that counts.
var optionOf = map[byte]string{'d': "dependency", 'a': "array", 'L': "licenses", 'J': "job-name", 't': "time"}

// long reads an option such as dependency=afterok:5, without the dashes; next are the words behind. It says how many of these belong to it,
// and whether the option is known. "wait" has a value for srun alone; "wrap" has the rest of the line or a part of it, and is not known.
func (l *Line) long(option []byte, next [][]byte, srun bool) (more int, known bool) {
	name, value, given := bytes.Cut(option, []byte("="))
	full, valued := optionNamed(string(name))
	if string(name) == "wait" {
		full, valued = "wait", srun
	}
	switch {
	case full == "":
		return 0, false
	case valued && !given:
		if len(next) == 0 {
			return 0, false
		}
		value, more = next[0], 1
	}
	l.set(full, value, given)
	return more, true
}

// set notes an option by its full name. A value is given behind "=", or is the next word.
func (l *Line) set(option string, value []byte, given bool) {
	switch option {
	case "dependency":
		l.Dependency = value
	case "array":
		l.Array = value
	case "licenses":
		l.Licences = value
	case "job-name":
		l.Name = value
	case "time":
		l.Time = value
	case "time-min":
		l.LeastTime = value
	case "nice":
		l.Nice = niceOf(value, given)
	case "no-requeue":
		l.Once = true
	case "requeue":
		l.Once = false
	case "exclusive":
		l.Whole = !given
	}
}

// optionNamed is the option of that name, or the only one that begins so, as commands understand it; "" if there is none, or are several.
func optionNamed(name string) (full string, valued bool) {
	found := 0
	for _, list := range []*[]string{&valueOptions, &plainOptions} {
		if slices.Contains(*list, name) {
			return name, list == &valueOptions
		}
		for _, option := range *list {
			if strings.HasPrefix(option, name) && len(name) > 2 {
				full, valued = option, list == &valueOptions
				found++
			}
		}
	}
	if found != 1 || strings.HasPrefix("wrap", name) {
		return "", false
	}
	return full, valued
}

// short reads options of one letter, several of which may stand in a word.
func (l *Line) short(letters []byte, next [][]byte, srun bool) (more int, known bool) {
	for i, letter := range letters {
		switch {
		case letter == 'W' && !srun, strings.IndexByte(plainLetters, letter) >= 0:
			if (letter == 'I' || letter == 'K' || letter == 'k') && i+1 < len(letters) {
				return 0, true // a value that may be left out
			}
			continue
		case letter != 'W' && strings.IndexByte(valueLetters, letter) < 0:
			return 0, false
		}
		value := letters[i+1:]
		if len(value) == 0 {
			if len(next) == 0 {
				return 0, false
			}
			value, more = next[0], 1
		}
		l.set(optionOf[letter], value, true)
		return more, true
	}
	return 0, true
}

// niceOf is the value of --nice, which is 100 if none is given.
func niceOf(value []byte, given bool) int32 {
	if !given {
		return 100
	}
	n, ok := scan.Digits(bytes.TrimPrefix(value, []byte("-")))
	if !ok || n > math.MaxInt32 {
		return 0
	}
	if value[0] == '-' {
		n = -n
	}
	return int32(n)
}

var colon = []byte(":")

// Limit reads a time limit as people type it, in s: minutes, minutes:seconds, hours:minutes:seconds, days-hours and days-hours:minutes, also with seconds; 0 for
// none.
func Limit(text []byte) int32 {
	unit := int64(60)
	days, rest, long := bytes.Cut(text, []byte("-"))
	seconds := int64(0)
	if long {
		n, ok := scan.Digits(days)
		if !ok || n > maxLength/86400 {
			return 0
		}
		seconds, text, unit = 86400*n, rest, 3600
	} else if bytes.Count(text, colon) == 2 {
		unit = 3600
	}
	for part := range bytes.SplitSeq(text, colon) {
		n, ok := scan.Digits(part)
		if !ok || n > maxLength || unit == 0 {
			return 0
		}
		seconds += n * unit
		unit /= 60
	}
	if seconds > maxLength {
		return 0
	}
	return int32(seconds)
}

// Throttle is how many tasks of the array "1-12:2%3" run at once; 0: any number.
func Throttle(list []byte) int32 {
	_, after, _ := bytes.Cut(list, []byte("%"))
	n, ok := scan.Digits(after)
	if !ok || n > mostTasks {
		return 0
	}
	return int32(n)
}
