// Package editor has the form in which an experiment is edited: cards for machine, workload, policies, sweep, groups and settings, each
// folded to a sentence; and the few controls of a frame whose reader may change little.
//
// A Field is one parameter as the form shows it. What is typed goes to Session.Edit; the form only says where a mistake stands.
package editor
