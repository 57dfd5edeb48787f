package slurmconf

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// table is one that sacctmgr -P prints, from its header.
type table struct {
	qos     bool     // of QOS, not of associations
	names   []string // of the columns, as they stand there
	columns []string // the same in small letters without spaces, by the names that the fields know
}

// renamed are columns that have several names, in other versions or if they are asked for.
var renamed = map[string]string{
	"parname": "parentname", "fairshare": "share", "defaultqos": "defqos",
	"grpsubmitjobs": "grpsubmit", "maxsubmitjobs": "maxsubmit", "maxwalldurationperjob": "maxwall", "maxwalldurationperjobs": "maxwall",
	"maxtresperjob": "maxtres", "maxtresminsperjob": "maxtresmins", "mintresperjob": "mintres",
	"maxtresperuser": "maxtrespu", "maxjobsperuser": "maxjobspu", "maxsubmitjobsperuser": "maxsubmitpu", "maxsubmitjobspu": "maxsubmitpu",
	"maxtresperaccount": "maxtrespa", "maxjobsperaccount": "maxjobspa", "maxsubmitjobsperaccount": "maxsubmitpa", "maxsubmitjobspa": "maxsubmitpa",
	"qosname": "name",
}

// beside are columns that decide nothing: numbers in the database, texts, what was deleted.
var beside = []string{"id", "lft", "rgt", "parentid", "descr", "description", "org", "organization", "coord", "coordinators", "comment", "lineage", "defacct", "defaultaccount", "admin", "adminlevel", "defwckey", ""}

// tableOf is the table of which a line is the header, nil if it is none.
func tableOf(header string) *table {
	if !strings.Contains(header, "|") {
		return nil
	}
	t := &table{names: strings.Split(header, "|")}
	for _, name := range t.names {
		small := strings.ToLower(strings.ReplaceAll(name, " ", ""))
		if other := renamed[small]; other != "" {
			small = other
		}
		t.columns = append(t.columns, small)
	}
	has := func(any ...string) bool {
		return slices.ContainsFunc(any, func(name string) bool { return slices.Contains(t.columns, name) })
	}
	limits := []string{"grpjobs", "grpsubmit", "grpwall", "grptres", "grptresmins", "grptresrunmins", "maxwall", "maxtres", "maxtrespernode", "maxtresmins"}
	switch {
	case has("jobid", "jobidraw", "state", "submit", "start", "end", "elapsed", "rawusage"): // of sacct or sshare
		return nil
	case has("account") && (has("share", "defqos", "parentname", "maxjobs", "maxsubmit") || has(limits...)):
		return t
	case has("name") && !has("account") && (has("gracetime", "preempt", "preemptmode", "usagefactor", "maxtrespu", "maxjobspu", "maxsubmitpu") || has(limits...)):
		t.qos = true
		return t
	}
	return nil
}

// rowAt is a row that was read.
type rowAt struct {
	k  int // among the associations or QOS
	at place
}

// row takes one.
func (t *table) row(r *reader, text string, at place) error {
	cells := strings.Split(text, "|")
	if len(cells) != len(t.columns) {
		return &Error{File: at.file, Line: at.line, Reason: fmt.Sprintf("%d columns; %d are accepted, as in the line that names them", len(cells), len(t.columns))}
	}
	if t.qos {
		q := newQOS()
		if err := t.fill(r, q.fields(), cells, at); err != nil {
			return err
		}
		if q.Name == "" {
			return &Error{at.file, at.line, "Name", "", "the name of a QOS is accepted"}
		}
		keep(r, &r.cluster.QOS, r.qosAt, q.Name, *q, "the QOS "+q.Name, at)
		return nil
	}
	a := newAssociation()
	if err := t.fill(r, a.fields(), cells, at); err != nil {
		return err
	}
	if a.Account == "" {
		return &Error{at.file, at.line, "Account", "", "the name of an account is accepted"}
	}
	what := "the account " + a.Account
	if a.User != "" {
		what = "the user " + a.User + " of " + what
	}
	keep(r, &r.cluster.Associations, r.associationAt, [4]string{a.Cluster, a.Account, a.User, a.Partition}, *a, what, at)
	return nil
}

// keep puts a row in a list, in the place of one with the same key.
func keep[K comparable, T any](r *reader, list *[]T, places map[K]rowAt, key K, row T, what string, at place) {
	old, known := places[key]
	if !known {
		places[key] = rowAt{len(*list), at}
		*list = append(*list, row)
		return
	}
	if !reflect.DeepEqual((*list)[old.k], row) {
		r.unused(old.at, "%s; %s says other things, which are used", what, at)
	}
	(*list)[old.k] = row
	places[key] = rowAt{old.k, at}
}

// fill reads the cells of a row. A column that no field knows is noted where it has something.
func (t *table) fill(r *reader, fields map[string]field, cells []string, at place) error {
	for i, cell := range cells {
		if cell = strings.TrimSpace(cell); cell == "" {
			continue
		}
		read := fields[t.columns[i]]
		if read == nil {
			if !slices.Contains(beside, t.columns[i]) {
				r.tellOnce(at, t.names[i], t.names[i]+"="+cell)
			}
			continue
		}
		if err := read(cell); err != nil {
			return &Error{at.file, at.line, t.names[i], cell, err.Error()}
		}
	}
	return nil
}
