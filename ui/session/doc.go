// Package session holds the experiment that is being edited and what came of it: the draft with its history and its mistakes, the logs
// at hand, the run that goes on, the results on the page, those before the first change, and those that are kept.
//
// Session changes only through its methods. Those of the reader, such as Edit, Undo, Run and Keep, may ask the Browser for something;
// what comes of it arrives through others, such as RunCame, FileCame and Failed. Whoever shows a session is told of what happens
// through Watcher. The package computes nothing of a simulation itself, and knows neither vugu nor any panel.
package session
