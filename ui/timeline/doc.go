// Package timeline draws what simulations did, on one time axis: for each policy
// a Gantt chart of the machine's processors and tracks of quantities over time.
//
// It is plain Go without a browser. A host owns a canvas; it hands pointer, wheel
// and key events to the View, lets the Scene draw into a Raster, copies that to
// the canvas and writes the Scene's Labels over it.
//
// The way of the data:
//
//	Outcome --Place--> Placement --NewLayout--> Layout \
//	Outcome --Coloring.Paint--> colours of its pieces   } Group \
//	At, Values --NewTrack--> Track                     /         } Scene --Draw--> Raster
//	                                             View, Theme    /
//
// Drawing costs time in the number of pixels, hardly in the number of jobs: per
// row of the machine a search finds the jobs of each pixel column.
//
// Two kinds of coordinate never mix: engine.Time and processors on one side,
// device pixels on the other. Scale is the only bridge in time, and Layout's rows
// are the only one in processors.
package timeline
