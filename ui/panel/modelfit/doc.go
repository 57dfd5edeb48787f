// Package modelfit has the panel that says how well a model of a scheduler fits the log at hand: how many of its decisions agree, whether
// recorded waits lie within what it gives in many drawings, for whom they do not, and the likely reasons.
package modelfit
