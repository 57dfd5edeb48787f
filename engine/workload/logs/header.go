package logs

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"backfill/engine/workload"
	"backfill/engine/workload/textfile"
)

// standardLabels are the labels of the format's version 2.2. A line with one of them is a label
// however far it is indented.
var standardLabels = map[string]bool{
	"Version": true, "Computer": true, "Installation": true, "Acknowledge": true, "Information": true,
	"Conversion": true, "MaxJobs": true, "MaxRecords": true, "Preemption": true, "UnixStartTime": true,
	"TimeZone": true, "TimeZoneString": true, "StartTime": true, "EndTime": true, "MaxNodes": true,
	"MaxProcs": true, "MaxRuntime": true, "MaxMemory": true, "AllowOveruse": true, "MaxQueues": true,
	"Queues": true, "Queue": true, "MaxPartitions": true, "Partitions": true, "Partition": true, "Note": true,
}

// What is kept of a file that consists of comments.
const (
	maxHeaderLines = 10_000
	maxHeaderText  = 256 << 10 // bytes in all; what is beyond is cut off
)

// headerReader gathers a workload.Header from comment lines.
type headerReader struct {
	labels []workload.Label
	lines  int
	bytes  int  // of the texts kept
	open   bool // a continuation line may follow the last label
}

// comment takes one line, blanks in front of its semicolon already cut off.
func (h *headerReader) comment(line []byte) {
	h.lines++
	if h.lines > maxHeaderLines {
		return
	}
	text := bytes.TrimRight(line[1:], " \t\r")
	indent := len(text)
	text = bytes.TrimLeft(text, " \t")
	indent -= len(text)
	if rest := maxHeaderText - h.bytes; len(text) > rest {
		text = text[:rest]
	}
	h.bytes += len(text)
	if len(text) == 0 {
		h.open = false
		return
	}
	if name, value, ok := cutLabel(text, indent); ok {
		h.labels = append(h.labels, workload.Label{Name: name, Value: value})
		h.open = true
		return
	}
	if h.open {
		last := &h.labels[len(h.labels)-1]
		last.Value += "\n" + string(text)
	}
}

// cutLabel splits "Label: value". A word that is not a standard label counts as one
// only near the left margin: continuation lines may hold colons, for example in
// addresses of web pages.
func cutLabel(text []byte, indent int) (name, value string, ok bool) {
	const margin = 2
	word, rest, found := bytes.Cut(text, []byte(":"))
	if !found || len(word) == 0 || bytes.ContainsAny(word, " \t") {
		return "", "", false
	}
	if !standardLabels[string(word)] && (indent > margin || bytes.HasPrefix(rest, []byte("//"))) {
		return "", "", false
	}
	return string(word), string(bytes.TrimLeft(rest, " \t")), true
}

func (h *headerReader) header() *workload.Header {
	out := &workload.Header{Labels: h.labels}
	texts := map[string]*string{
		"Computer": &out.Computer, "Installation": &out.Installation, "Acknowledge": &out.Acknowledge,
		"Information": &out.Information, "Conversion": &out.Conversion, "TimeZoneString": &out.TimeZoneString,
	}
	numbers := map[string]*int64{
		"MaxJobs": &out.MaxJobs, "MaxRecords": &out.MaxRecords, "MaxNodes": &out.MaxNodes, "MaxProcs": &out.MaxProcs,
		"MaxRuntime": &out.MaxRuntime, "MaxMemory": &out.MaxMemory, "UnixStartTime": &out.UnixStartTime,
	}
	for _, l := range h.labels {
		if l.Name == "Note" {
			out.Notes = append(out.Notes, l.Value)
		} else if s := texts[l.Name]; s != nil && *s == "" {
			*s = l.Value
		} else if n := numbers[l.Name]; n != nil && *n == 0 {
			*n = firstInteger(l.Value)
		}
	}
	if zone := strings.Fields(out.TimeZoneString); len(zone) > 0 {
		out.TimeZoneString = zone[0] // names of zones have no blanks: what follows is a remark
	}
	return out
}

// queuesOf are the names of queues that lines such as "; Queue: 1 batch" give to numbers
// below mostQueues; nil if there are none.
func queuesOf(h *workload.Header) []string {
	var names []string
	for _, l := range h.Labels {
		if l.Name != "Queue" {
			continue
		}
		line, _, _ := strings.Cut(l.Value, "\n")
		number, name, _ := strings.Cut(line, " ")
		queue, err := strconv.Atoi(number)
		if name = strings.TrimSpace(name); err != nil || queue < 0 || queue >= mostQueues || name == "" {
			continue
		}
		for len(names) <= queue {
			names = append(names, "")
		}
		names[queue] = textfile.Excerpt([]byte(name))
	}
	return names
}

// mostQueues bounds the table of the queues' names.
const mostQueues = 1000

// firstInteger is the first run of digits in s, as in "32 (dual CPU)"; 0 if there
// is none, if it is negative or has more than 15 digits.
func firstInteger(s string) int64 {
	start := strings.IndexAny(s, "0123456789")
	if start < 0 || start > 0 && s[start-1] == '-' {
		return 0
	}
	var n int64
	for _, c := range []byte(s[start:]) {
		if c < '0' || c > '9' {
			break
		}
		if n = n*10 + int64(c-'0'); n >= 1e15 {
			return 0
		}
	}
	return n
}

// machineOf is Processors as a workload holds it.
func machineOf(h *workload.Header) int32 {
	if n := h.Processors(); n <= math.MaxInt32 {
		return int32(n)
	}
	return 0
}
