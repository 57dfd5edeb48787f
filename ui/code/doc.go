// Package code knows the text of a script while it is being written: its words, for colours; what can be written at the caret; how lines are
// indented; and where a mistake stands. It does not say what is wrong with a script, and knows no page.
//
// Places in a text are in bytes. What the browser counts, UTF-16 code units, and what messages name, line and column, lead to them and back.
package code
