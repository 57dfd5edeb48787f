// Package schedules has the panel with the timeline: it makes the scene of the results, in short steps where there are many jobs, and says
// what lies under the pointer. How a scene is drawn, ui/timeline knows.
package schedules
