package slurmconf

import "strings"

const (
	configHeading  = "Configuration data as of"
	noReservations = "No reservations in the system"
)

// beginnings are keys with which slurm.conf or a part of it may begin, beside those of settings.
var beginnings = map[string]bool{
	"nodename": true, "partitionname": true, "nodeset": true, "downnodes": true, "reservationname": true,
	"controlmachine": true, "controladdr": true, "backupcontroller": true, "slurmctldhost": true, "slurmuser": true, "slurmduser": true, "authtype": true,
	"slurmctldport": true, "slurmdport": true, "statesavelocation": true, "slurmdspooldir": true, "slurmctldpidfile": true, "slurmdpidfile": true,
	"slurmctldlogfile": true, "slurmdlogfile": true, "mpidefault": true, "proctracktype": true, "returntoservice": true, "switchtype": true, "taskplugin": true,
	"cryptotype": true, "grestypes": true, "accountingstoragetype": true, "accountingstoragehost": true, "accountingstoragebackuphost": true, "jobacctgathertype": true,
}

// Recognises says whether a text is a configuration, or what is there of its beginning: its first lines that are no comments have a key of
// slurm.conf, or begin as scontrol and sacctmgr begin what they print.
func Recognises(start string) bool {
	for raw := range strings.SplitSeq(strings.TrimPrefix(start, byteOrderMark), "\n") {
		text := strings.TrimSpace(raw)
		key := firstKey(text)
		switch {
		case text == "" || text[0] == '#':
			continue
		case isInclude(text):
			continue
		case strings.HasPrefix(text, configHeading), strings.HasPrefix(text, noReservations), tableOf(text) != nil:
			return true
		}
		return beginnings[key] || spelling[key] != ""
	}
	return false
}

// isInclude says whether a line of slurm.conf stands for those of another file.
func isInclude(text string) bool {
	list := strings.Fields(text)
	return len(list) == 2 && strings.EqualFold(list[0], "include")
}
