// Package panel has what the panels of the page share.
//
// Shared is the session with what is selected: the pinned job, the instant and the plan that are marked, what is unfolded, and the scene
// on the timeline. Selecting goes through its methods, such as Pin and ShowInstant, which tell all who asked to be told (OnPin,
// OnInstant). It also compares what is on the page with what was there before (BeforeAndAfter), and saves tables and pictures with their
// origin. Linked, Figure and Cells are components that several panels show.
//
// A panel lies below this folder, imports this package, and no other panel.
package panel
