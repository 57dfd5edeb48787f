// Package play plays a run on the timeline: jobs arrive, wait, start and end, from event to event, from decision to decision, or while
// time goes by. Player has the controls; DecisionPanel tells the decision that is being taken, and the queue.
//
// A callLog is what is known of the calls of one policy. It asks for more, by repeating the simulation, as the instant moves.
package play
