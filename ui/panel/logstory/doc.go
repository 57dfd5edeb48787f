// Package logstory is the panel with what a log recorded, before anything is simulated: who waited, when, and how much was in use.
package logstory
