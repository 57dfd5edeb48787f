// Package story tells what a log recorded of its jobs, before anything is simulated: which of them waited, when and for how long, and how
// much of the machine was in use. It knows neither the formats of logs nor any policy.
package story
