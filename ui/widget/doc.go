// Package widget has what panels are made of: bars of buttons, the columns and pages of tables, items of dialogs, and the guard that
// keeps a panic in one of them from ending the page. It knows no experiment.
package widget
